// Choices among vectors, which evaluate all that they choose among.
//
// LAUNCH: grid=2 block=32 n=3 a=int[512] b=int[512] o=int[256]
// LAUNCH: grid=1 block=50 n=5 a=int[512] b=int[512] o=int[256]

kernel void vector_choices(global const int4 *a, global const int4 *b,
                           global int4 *o, int n) {
  int i = get_global_id(0);
  int4 sum = a[i] > 0 ? b[i] : b[i + 1];
  for (int k = 0; k < n; ++k)
    sum += sum > a[k] ? (sum > 5 ? b[i] : b[i + k]) : sum - 1;
  o[i] = sum && (a[i] || b[i + 2]);
}
