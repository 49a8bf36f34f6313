//===- kc_sequential.h - thrust's algorithms in a thread of a kernel ------===//
//
// A kernel that calls thrust::reduce(thrust::device, ...) runs it in each of
// its threads alone, as thrust::seq does.
//===----------------------------------------------------------------------===//
#pragma GCC system_header
#ifndef KERNELCAST_THRUST_SEQUENTIAL_H
#define KERNELCAST_THRUST_SEQUENTIAL_H
#include "kc_thrust.h"
#include <type_traits>

namespace thrust {
template <class I, class T, class F>
__device__ T reduce(kc_policy, I First, I Last, T Sum, F Combine) {
  for (; First != Last; ++First)
    Sum = Combine(Sum, *First);
  return Sum;
}
template <class I, class T>
__device__ T reduce(kc_policy, I First, I Last, T Sum) {
  for (; First != Last; ++First)
    Sum = Sum + *First;
  return Sum;
}
template <class T>
__device__ typename std::remove_cv<T>::type reduce(kc_policy, T *First,
                                                   T *Last) {
  typename std::remove_cv<T>::type Sum{};
  for (; First != Last; ++First)
    Sum = Sum + *First;
  return Sum;
}
template <class T, class O>
__device__ O inclusive_scan(kc_policy, T *First, T *Last, O To) {
  if (First == Last)
    return To;
  auto Sum = *First;
  for (*To = Sum; ++First != Last;) {
    Sum = Sum + *First;
    *++To = Sum;
  }
  return ++To;
}
template <class T, class O, class F>
__device__ O inclusive_scan(kc_policy, T *First, T *Last, O To, F Combine) {
  if (First == Last)
    return To;
  auto Sum = *First;
  for (*To = Sum; ++First != Last;) {
    Sum = Combine(Sum, *First);
    *++To = Sum;
  }
  return ++To;
}
template <class T, class O, class S>
__device__ O exclusive_scan(kc_policy, T *First, T *Last, O To, S Sum) {
  for (; First != Last; ++First, ++To) {
    const auto Next = *First;
    *To = Sum;
    Sum = Sum + Next;
  }
  return To;
}
template <class T, class O>
__device__ O exclusive_scan(kc_policy Policy, T *First, T *Last, O To) {
  return exclusive_scan(Policy, First, Last, To,
                        typename std::remove_cv<T>::type());
}
template <class T, class O, class S, class F>
__device__ O exclusive_scan(kc_policy, T *First, T *Last, O To, S Sum,
                            F Combine) {
  for (; First != Last; ++First, ++To) {
    const auto Next = *First;
    *To = Sum;
    Sum = Combine(Sum, Next);
  }
  return To;
}
template <class I, class T>
__device__ void fill(kc_policy, I First, I Last, const T &Value) {
  for (; First != Last; ++First)
    *First = Value;
}
template <class I, class O>
__device__ O copy(kc_policy, I First, I Last, O To) {
  for (; First != Last; ++First, ++To)
    *To = *First;
  return To;
}
template <class I, class F>
__device__ I for_each(kc_policy, I First, I Last, F Do) {
  for (; First != Last; ++First)
    Do(*First);
  return First;
}
template <class I, class O, class F>
__device__ O transform(kc_policy, I First, I Last, O To, F Map) {
  for (; First != Last; ++First, ++To)
    *To = Map(*First);
  return To;
}
} // namespace thrust
#endif
