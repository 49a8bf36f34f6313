// One of each kind; a + b in this comment and "a < b" below are no code.
#include <algorithm>

constexpr int twice(int A) { return A * 2; }

static bool within(int A, const int *B) {
  if (A <= *B)
    return false;
  return "a < b"[0] == A && std::min<int>(A, 4) > 1;
}

struct Sum {
  explicit Sum(int A) { Value = A - 1; }
  int Value;
};

void each(Sum &S) {
  for (int I : {1, 2})
    if (!(I != S.Value))
      continue;
}
