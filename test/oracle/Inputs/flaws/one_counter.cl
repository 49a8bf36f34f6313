// All lanes of a warp, and of a part of a last one, add to one word. That they
// do does not show in the address, so that the compiler does not combine them.
//
// LAUNCH: grid=64 block=256 count=int[4] out=int[32768]
// LAUNCH: grid=99 block=200 count=int[4] out=int[32768]

kernel void one_counter(global int *count, global int *out) {
  int i = get_global_id(0);
  out[i] = atomic_add(&count[1 + i / 65536], i);
}
