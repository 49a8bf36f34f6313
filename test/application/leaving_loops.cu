// Where something unknown may break a loop, the loop is assumed to go on, and
// says so. The way out of a function is not taken, and is no end of a loop, in
// one or outside.
//
// RUN: kernelcast predict --app %s --gpu gtx-970 --format json > %t
// RUN: FileCheck %s < %t
// RUN: python3 %S/Inputs/events.py %t | FileCheck %s --check-prefix=EVENTS

bool finished();
int mode();

int main() {
  char *d;
  cudaMalloc(&d, 100);
  for (int i = 0; i < 5; ++i) {
    cudaMemset(d, 0, i + 1);
    // CHECK: "what": "end of the loop by 'finished()'
    // CHECK-NOT: "what": "end of the loop
    if (finished())
      break;
  }
  // 1 + 2 + 3 + 4 + 5 bytes.
  // EVENTS: fill 5 times, 1 to 5, together 15
  if (mode() == 3)
    return 1;
  for (int i = 0; i < 2; ++i) {
    if (mode() == 4)
      return 2;
    cudaMemset(d, 0, 9);
  }
  // EVENTS-NEXT: fill 2 times, 9 to 9
}
