// Lane 0 has one address and the others have another, by data: each group alone
// passes its wide data for two lanes at a time, but not both together, where
// lanes 0 and 1 are neighbours. 64 lanes of 8 bytes take 4 cycles so, and not
// the 1 + 2 of the groups; 32 lanes of 16 bytes 4, and not 1 + 2.
// LAUNCH: kernel=eight_bytes grid=2,1,1 block=128,1,1 warp=64 in=int[64]:random(0,1) d=local[800] out=int[256]
// LAUNCH: kernel=sixteen_bytes grid=2,1,1 block=64,1,1 in=int[64]:random(0,1) d=local[1600] out=int[256]

kernel void eight_bytes(global const int *in, local double *d,
                        global int *out) {
  int l = get_local_id(0);
  int row = 15;
  if (l)
    row = in[0] > 5;
  d[row] = 0;
  out[get_global_id(0)] = row;
}

kernel void sixteen_bytes(global const int *in, local double2 *d,
                          global int *out) {
  int l = get_local_id(0);
  int row = 15;
  if (l)
    row = in[0] > 5;
  d[row] = (double2)(0, 0);
  out[get_global_id(0)] = row;
}
