// Distances between points. distance_matrix takes all pairs on a 2-D grid:
// along a row of threads one point is the same for all lanes, the other lies
// `dimensions` floats apart. kmeans_assign finds each point's nearest centroid:
// the points component by component, so that lanes read consecutive floats, the
// centroids the same for all lanes.

extern "C" __global__ void
distance_matrix(int n, int dimensions, const float *points, float *distances) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= n || j >= n)
    return;
  float sum = 0.0f;
  for (int d = 0; d < dimensions; ++d) {
    float difference = points[i * dimensions + d] - points[j * dimensions + d];
    sum += difference * difference;
  }
  distances[i * n + j] = sqrtf(sum);
}

extern "C" __global__ void kmeans_assign(int n, int clusters, int dimensions,
                                         const float *points,
                                         const float *centroids,
                                         int *assignment) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
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
