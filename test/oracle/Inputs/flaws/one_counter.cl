// All lanes of a warp, and of a part of a last one, exchange one word.
//
// LAUNCH: grid=64 block=256 count=int[4] out=int[32768]
// LAUNCH: grid=99 block=200 count=int[4] out=int[32768]

kernel void one_counter(global int *count, global int *out) {
  int i = get_global_id(0);
  out[i] = atomic_cmpxchg(&count[1], i, i + 1);
}
