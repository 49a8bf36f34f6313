// Open addressing: a slot is tried, then the next, until a free one is found.
// Where it begins is known, where it ends is not.
//
// LAUNCH: grid=2 block=32 x=float[256] table=int[256]
// LAUNCH: grid=1 block=50 x=float[256] table=int[256]:fill(-1)
// LAUNCH: grid=1 block=64 warp=64 x=float[256] table=int[256]

kernel void hash_probing(global const float *x, global int *table) {
  int i = get_global_id(0);
  int slot = (i * 0x9e3779b1u) >> 24;
  float value = x[slot];
  for (int tries = 0; tries < 8; ++tries) {              // data
    int before = atomic_cmpxchg(&table[slot], 0, i + 1); // data
    if (before == 0 || value > 2)                        // data
      break;
    slot = (slot + 1) & 255;
  }
}
