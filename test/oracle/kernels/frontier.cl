// One step of a search through a graph: nodes of the last level visit their
// neighbours. Who works, how long and where is all in the graph.
//
// LAUNCH: grid=2 block=32 n=60 level=1 starts=int[128]:range(0,128) ends=int[512]:random(0,60) levels=int[128]:range(0,3)
// LAUNCH: grid=1 block=50 n=50 level=0 starts=int[128]:range(3,128) ends=int[512]:random(0,60) levels=int[128]
// LAUNCH: grid=1 block=64 n=64 level=4 warp=64 starts=int[128]:fill(2) ends=int[512]:random(0,60) levels=int[128]:range(0,9)

kernel void frontier(global const int *starts, global const int *ends,
                     global int *levels, int n, int level) {
  int node = get_global_id(0);
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
