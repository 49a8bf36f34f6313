// Distances between points. distance_matrix takes all pairs on a 2-D range:
// along a row of work-items one point is the same for all lanes, the other lies
// `dimensions` floats apart. kmeans_assign finds each point's nearest centroid:
// the points component by component, so that lanes read consecutive floats, the
// centroids the same for all lanes.

__kernel void distance_matrix(int n, int dimensions,
                              __global const float *points,
                              __global float *distances) {
  int j = get_global_id(0);
  int i = get_global_id(1);
  if (i >= n || j >= n)
    return;
  float sum = 0.0f;
  for (int d = 0; d < dimensions; ++d) {
    float difference = points[i * dimensions + d] - points[j * dimensions + d];
    sum += difference * difference;
  }
  distances[i * n + j] = sqrt(sum);
}

__kernel void kmeans_assign(int n, int clusters, int dimensions,
                            __global const float *points,
                            __global const float *centroids,
                            __global int *assignment) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  int nearest = 0;
  float least = 3.4e38f;
  for (int c = 0; c < clusters; ++c) {
    float sum = 0.0f;
    for (int d = 0; d < dimensions; ++d) {
      float difference = points[d * n + i] - centroids[c * dimensions + d];
      sum += difference * difference;
    }
    if (sum < least) {
      least = sum;
      nearest = c;
    }
  }
  assignment[i] = nearest;
}
