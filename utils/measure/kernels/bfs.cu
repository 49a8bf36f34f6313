// One level of a breadth-first search over a graph in compressed rows. Threads
// run as long as their vertex has neighbours, which for power-law degrees
// differs widely within a warp; the neighbours' distances lie
// anywhere.

// A thread for each vertex of the frontier; new vertices go to the next one in
// any order. Unseen vertices have the distance -1.
extern "C" __global__ void bfs_frontier(int frontier_size, int level,
                                        const int *frontier,
                                        const int *row_offsets,
                                        const int *columns, int *distance,
                                        int *next, int *next_size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < frontier_size) {
    int vertex = frontier[i];
    int end = row_offsets[vertex + 1];
    for (int edge = row_offsets[vertex]; edge < end; ++edge) {
      int neighbour = columns[edge];
      if (atomicCAS(&distance[neighbour], -1, level + 1) == -1)
        next[atomicAdd(next_size, 1)] = neighbour;
    }
  }
}

// A thread for each vertex of the graph: the unseen ones look among their
// neighbours for one of the level, and stop at the first.
extern "C" __global__ void
bfs_bottom_up(int n, int level, const int *row_offsets, const int *columns,
              const int *distance, int *next_distance) {
  int vertex = blockIdx.x * blockDim.x + threadIdx.x;
  if (vertex < n) {
    int mine = distance[vertex];
    if (mine == -1) {
      int end = row_offsets[vertex + 1];
      for (int edge = row_offsets[vertex]; edge < end; ++edge) {
        if (distance[columns[edge]] == level) {
          mine = level + 1;
          break;
        }
      }
    }
    next_distance[vertex] = mine;
  }
}
