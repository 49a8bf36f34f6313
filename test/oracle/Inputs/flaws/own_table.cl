// Each thread keeps a few numbers in a table of its own, which is too long for
// registers, at places that its number decides.
//
// LAUNCH: grid=136 block=256 out=int[34816]
// LAUNCH: grid=99 block=200 out=int[19800]

kernel void own_table(global int *out) {
  int i = get_global_id(0);
  int table[512];
  for (int k = 0; k < 8; ++k)
    table[(i * 7 + k * 37) % 512] = k;
  int sum = 0;
  for (int k = 7; k >= 0; --k)
    sum += k * table[(i * 7 + k * 37) % 512];
  out[i] = sum;
}
