// One level of a breadth-first search over a graph in compressed rows.
// Work-items run as long as their vertex has neighbours, which for power-law
// degrees differs widely within a warp; the neighbours' distances lie anywhere.

// A work-item for each vertex of the frontier; new vertices go to the next one
// in any order. Unseen vertices have the distance -1.
__kernel void bfs_frontier(int frontier_size, int level,
                           __global const int *frontier,
                           __global const int *row_offsets,
                           __global const int *columns, __global int *distance,
                           __global int *next, __global int *next_size) {
  int i = get_group_id(0) * get_local_size(0) + get_local_id(0);
  if (i < frontier_size) {
    int vertex = frontier[i];
    int end = row_offsets[vertex + 1];
    for (int edge = row_offsets[vertex]; edge < end; ++edge) {
      int neighbour = columns[edge];
      if (atomic_cmpxchg(&distance[neighbour], -1, level + 1) == -1)
        next[atomic_add(next_size, 1)] = neighbour;
    }
  }
}

// A work-item for each vertex of the graph: the unseen ones look among their
// neighbours for one of the level, and stop at the first.
__kernel void bfs_bottom_up(int n, int level, __global const int *row_offsets,
                            __global const int *columns,
                            __global const int *distance,
                            __global int *next_distance) {
  int vertex = get_group_id(0) * get_local_size(0) + get_local_id(0);
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
