// A loop that tests at its end runs once at least: 0 given rounds are 1, also for
// lanes that do not come to the test of data. What is known to be below 5 keeps
// all lanes for 5 rounds, so that fewer given ones are 5.
//
// RUN: facts %s --kernel odd_lanes_ask --grid 1 --block 32 --assume '19:12 trips=0' > %t.0
// RUN: facts %s --kernel odd_lanes_ask --grid 1 --block 32 --assume '19:12 trips=1' > %t.1
// RUN: FileCheck %s --check-prefix=ODD < %t.0
// ODD: loop {{.*}} min 1 {{.*}} assumed
// RUN: diff %t.0 %t.1
// RUN: facts %s --kernel five_first --grid 1 --block 32 --assume '27:12 trips=1' > %t.1
// RUN: facts %s --kernel five_first --grid 1 --block 32 --assume '27:12 trips=5' > %t.5
// RUN: FileCheck %s --check-prefix=FIVE < %t.1
// FIVE: loop {{.*}} min 5 {{.*}} assumed
// RUN: diff %t.1 %t.5
__global__ void odd_lanes_ask(const int *d, int *out) {
  int k = 0, t = threadIdx.x;
  do {
    out[t] += ++k;
  } while (t % 2 == 0 ? k * k < 10000 : d[k] > 3);
}

__global__ void five_first(const int *d, int *out) {
  int k = 0, t = threadIdx.x;
  do {
    out[t] += 1;
    ++k;
  } while ((t % 2 == 0 && k * k < 10000) || k < 5 || d[k] > 3);
}
