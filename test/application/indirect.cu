// Code that runs without being called by name is missing from the total, but
// for virtual functions of which there is one only.
//
// RUN: kernelcast predict --app %s --gpu gtx-970 --format json > %t
// RUN: python3 %S/Inputs/events.py %t | FileCheck %s
// RUN: FileCheck --check-prefix JSON %s < %t
#include <algorithm>
#include <functional>
#include <vector>

__global__ void touch(float *x) { x[threadIdx.x] += 1; }

struct Step {
  virtual void run(char *d) = 0;
  virtual void other(char *d) = 0;
};
struct Clear : Step {
  void run(char *d) override { cudaMemset(d, 0, 100); }
  void other(char *d) override { cudaMemset(d, 0, 1); }
};
struct Fill : Clear {
  void other(char *d) override { cudaMemset(d, 1, 2); }
};

void callback(char *d) { cudaMemset(d, 0, 3); }
void unused(char *d) { cudaMemset(d, 0, 4); }
void direct(char *d) { cudaMemset(d, 0, 5); }
void away(char *d);

int main() {
  char *d;
  cudaMalloc(&d, 1000);
  Step *step = new Fill;
  step->run(d);
  // CHECK: 18 fill once, 100 to 100
  step->other(d);
  std::function<void(char *)> f = callback;
  f(d);
  std::vector<int> sizes{1, 2, 3};
  std::for_each(sizes.begin(), sizes.end(),
                [&](int n) { cudaMemset(d, 0, n); });
  void (*same)(char *) = direct;
  direct(d);
  // CHECK-NEXT: 27 fill once, 5 to 5
  // CHECK-NOT: fill
  away(d);
}
// JSON: "missing": [
// JSON: "line": 36,
// JSON: "what": "other",
// JSON-NEXT: "why": "which of several virtual functions
// JSON: "what": "a lambda",
// JSON: "line": 25,
// JSON: "what": "callback",
// JSON-NEXT: "why": "it is run through a pointer
// JSON-NOT: "what": "unused"
// JSON: "what": "functions of other files",
// JSON-NEXT: "value": "ask nothing of the device",
// JSON-NEXT: "why": "away"
