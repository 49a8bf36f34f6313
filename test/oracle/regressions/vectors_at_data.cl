// Vectors at loaded places, aligned as their elements are: here the four floats
// of each lane lie across two sectors.
//
// LAUNCH: grid=1 block=32 q=int[32]:each(8*i+6) v=float[512]
// LAUNCH: grid=2 block=16 q=int[32]:each(8*(i*5%32)+5) v=float[512]
// LAUNCH: grid=1 block=32 q=int[32]:fill(7) v=float[512]

kernel void vectors_at_data(global const int *q, global float *v) {
  int i = get_global_id(0);
  float4 u = vload4(0, v + q[i]);     // data
  vstore4(u, 0, v + q[i]);            // data
  vstore3(u.xyz, q[i] & 127, v);      // data
  vstore2(u.xy, 0, v + q[0] + 2 * i); // data
}
