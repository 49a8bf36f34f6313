// A loop of more rounds than anybody would run through one by one has as many as
// its formula says.
//
// RUN: kernelcast predict --app %s --gpu gtx-970 --arg n=3000000 --format json > %t
// RUN: python3 %S/Inputs/events.py %t | FileCheck %s
// CHECK: 11 fill 3e+06 times, 4 to 4, together 1.2e+07, 4
// CHECK: loop 10 3e+06 times, formula n

void clear(char *d, int n) {
  for (int i = 0; i < n; ++i)
    cudaMemset(d, 0, 4);
}
