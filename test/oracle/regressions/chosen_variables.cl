// Pointers to one of several variables, which are then written or read through
// them: by a conditional, by a branch, and by a loop that moves its pointer only
// after it was used.
//
// LAUNCH: grid=1 block=32 n=10 out=int[8192]
// LAUNCH: grid=2 block=40 n=0 out=int[8192]

kernel void chosen_variables(global int *out, int n) {
  int t = get_local_id(0), a = 1, b = 2, c = 3, d = 4, e = 1, f = 2;
  int *p = t < n ? &a : &b;
  *p = 7;
  for (int i = 0; i < b; ++i)
    out[i * 64 + t] = 1;
  int *q;
  if (t < n)
    q = &c;
  else
    q = &d;
  for (int i = 0; i < *q; ++i)
    out[1024 + i * 64 + t] = 1;
  int *r = &e;
  for (int i = 0; i < 3; ++i) {
    *r = 5;
    r = &f;
  }
  for (int i = 0; i < f; ++i)
    out[2048 + i * 64 + t] = 1;
  int s[2] = {1, 2};
  int *v = t < n ? s : s + 1;
  *v = 6;
  for (int i = 0; i < s[1]; ++i)
    out[4096 + i * 64 + t] = 1;
}
