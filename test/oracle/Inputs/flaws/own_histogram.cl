// Each thread counts in an array of its own, of more elements than registers
// would be chosen from, at places that its number decides.
//
// LAUNCH: grid=16 block=128 out=int[2048]
// LAUNCH: grid=13 block=100 out=int[1300]

kernel void own_histogram(global int *out) {
  int i = get_global_id(0);
  int count[36];
  for (int k = 0; k < 36; ++k)
    count[k] = 0;
  for (int k = 0; k < 60; ++k)
    count[(i * 7 + k * k) % 36] += k;
  int sum = 0;
  for (int k = 0; k < 36; ++k)
    sum += k * count[k];
  out[i] = sum;
}
