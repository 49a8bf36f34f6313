// Binary search in a sorted array: the first probe is the same for all, later
// ones follow the data.
//
// LAUNCH: grid=2 block=64 n=100 x=int[128]:range(0,128) y=int[256]
// LAUNCH: grid=1 block=45 n=77 x=int[128]:fill(9) y=int[256]
// LAUNCH: grid=1 block=64 n=64 warp=64 x=int[128]:range(10,200) y=int[256]

kernel void sorted_search(global const int *x, global int *y, int n) {
  int i = get_global_id(0);
  int low = 0, high = n;
  while (low < high) { // data
    int middle = (low + high) / 2;
    if (x[middle] < i) // data
      low = middle + 1;
    else
      high = middle;
  }
  y[i] = low;
}
