// A launch may stand behind a function that is passed to another one: what calls
// the parameter calls what was passed, with the arguments handed on through
// std::forward. Each function gets the values of the call that passed it, not
// those of its neighbours; a lambda has the variables of the call that made it.
//
// RUN: cd %S && kernelcast predict passed_functions.cu --gpu gtx-970 --sort source --details 2>&1 | FileCheck %s
// CHECK-NOT: warning: launch
// CHECK: {{^}}first {{.*}} grid 64 {{ *}}block 64
// CHECK-NOT: {{^}}first
// CHECK: {{^}}second {{.*}} grid 16 {{ *}}block 128
// CHECK-NOT: {{^}}second
// CHECK: {{^}}third {{.*}} grid 7×3 {{ *}}block 32
// CHECK: {{^}}fourth {{.*}} grid 5 {{ *}}block 96
#include <type_traits>
#include <utility>

__global__ void first(float *p) { p[threadIdx.x] = 1; }
__global__ void second(float *p) { p[threadIdx.x] = 2; }
__global__ void third(float *p) { p[threadIdx.x] = 3; }
__global__ void fourth(float *p) { p[threadIdx.x] = 4; }

using Launcher = void (*)(float *, int n, int block);
void launchFirst(float *p, int n, int block) { first<<<n / block, block>>>(p); }
void launchSecond(float *p, int n, int block) {
  second<<<n / block, block>>>(p);
}

template <class F> void step(float *p, int n, F launch, int block) {
  launch(p, n, block);
}
void either(int number, float *p) {
  if (number == 1)
    step(p, 4096, launchFirst, 64);
  else
    step(p, 2048, &launchSecond, 128);
}

template <class F> void dispatch(F &&launch, int block) {
  if (block == 32)
    launch(std::integral_constant<int, 32>{});
}
void launchThird(float *p, int rows, int columns) {
  auto launch = [&](auto block) {
    third<<<dim3(columns, rows), block.value>>>(p);
  };
  dispatch(launch, 32);
}

void launchFourth(float *p, int blocks) { fourth<<<blocks, 96>>>(p); }
template <class F, class... A> void measure(int repeats, F f, A &&...arguments) {
  for (int i = 0; i < repeats; i++)
    f(std::forward<A>(arguments)...);
}

void launchThirdBy(void (*run)(float *, int, int), float *p) { run(p, 3, 7); }
int main() {
  float *p = nullptr;
  int blocks = 5;
  either(1, p);
  launchThirdBy(launchThird, p);
  measure(10, launchFourth, p, blocks);
}
