// A value that only the lanes have which made a call, chosen by the condition
// of the call.
//
// LAUNCH: grid=1 block=32 n=3 y=char[64]
// LAUNCH: grid=2 block=16 n=0 y=char[64]
// LAUNCH: grid=1 block=1 n=12 y=char[64]

int found(int n) {
  for (int k = 0; k < 0; k++)
    if (n)
      return 0;
  return 1;
}

int counted(int n) {
  for (int k = 0; k < 3; k++)
    if (k == n)
      return k + 5;
  return 1;
}

kernel void arms_of_calls(global char *y, int n) {
  int i = get_global_id(0);
  y[i ? found(n) : 0] = 1;
  y[i > 3 ? 2 * counted(i & 3) + n : i] = 2;
}
