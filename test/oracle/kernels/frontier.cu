// One step of a search through a graph: nodes of the last level visit their
// neighbours. Who works, how long and where is all in the graph.

__global__ void frontier(const int *starts, const int *ends, int *levels, int n,
                         int level) {
  int node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node >= n)
    return;
  if (levels[node] != level) // data
    return;
  int end = starts[node + 1];                // data
  for (int k = starts[node]; k < end; ++k) { // data
    int next = ends[k];                      // data
    if (levels[next] > level + 1)            // data
      levels[next] = level + 1;              // data
  }
}
