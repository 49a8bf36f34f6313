//===- threads.h - Indexes, barriers, warps and atomics -------------------===//
//
// Threads run one at a time and change only where they wait, so an atomic
// operation is a plain one. The line of a call comes along for messages.
//===----------------------------------------------------------------------===//
#ifndef MEASURE_CUDA_ON_CPU_THREADS_H
#define MEASURE_CUDA_ON_CPU_THREADS_H

#include "module.h"

#include <string.h>
#include <time.h>
#include <type_traits>

// Set by the runner; see ModuleTable.
extern const measure::emulation::ThreadState *measure_thread;
extern const measure::emulation::Services *measure_runner;
extern void *measure_dynamic_shared;

#define threadIdx (measure_thread->Thread)
#define blockIdx (measure_thread->Block)
#define blockDim (measure_thread->BlockSize)
#define gridDim (measure_thread->GridSize)
static const int warpSize = measure::emulation::WarpSize;

#define MEASURE_LINE int Line = __builtin_LINE()

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

inline void __syncthreads(MEASURE_LINE) {
  measure_runner->Barrier(false, Line);
}
inline int __syncthreads_count(int Predicate, MEASURE_LINE) {
  return measure_runner->Barrier(Predicate != 0, Line);
}
inline int __syncthreads_or(int Predicate, MEASURE_LINE) {
  return __syncthreads_count(Predicate, Line) != 0;
}
inline int __syncthreads_and(int Predicate, MEASURE_LINE) {
  return __syncthreads_count(!Predicate, Line) == 0;
}
inline void __threadfence() {}
inline void __threadfence_block() {}
inline void __threadfence_system() {}
inline void __nanosleep(unsigned) {}

//===----------------------------------------------------------------------===//
// Warps
//===----------------------------------------------------------------------===//

namespace measure {
namespace emulation {

inline unsigned lane() { return measure_thread->Linear % WarpSize; }

template <class T>
inline const LaneValues &meet(WarpOperation Operation, unsigned Mask, T Value,
                              int Line) {
  static_assert(sizeof(T) <= sizeof(uint64_t), "");
  uint64_t Bits = 0;
  memcpy(&Bits, &Value, sizeof(T));
  return *measure_runner->Meet(Operation, Mask, Bits, Line);
}

template <class T> inline T valueOf(const LaneValues &Values, unsigned Lane) {
  T Result;
  memcpy(&Result, &Values.Value[Lane], sizeof(T));
  return Result;
}

template <class T, class Step>
inline T fold(unsigned Mask, T Value, int Line, Step Combine) {
  const LaneValues &Values = meet(WarpOperation::Reduce, Mask, Value, Line);
  T Result = Value;
  for (unsigned L = 0; L != WarpSize; ++L)
    if ((Values.Present >> L & 1) && L != lane())
      Result = Combine(Result, valueOf<T>(Values, L));
  return Result;
}

} // namespace emulation
} // namespace measure

#define MEASURE_SHUFFLE(NAME, PARAMETER, SOURCE)                               \
  template <class T>                                                           \
  inline T NAME(unsigned Mask, T Value, PARAMETER, int Width = 32,             \
                MEASURE_LINE) {                                                \
    using namespace measure::emulation;                                        \
    const LaneValues &Values =                                                 \
        meet(WarpOperation::Shuffle, Mask, Value, Line);                       \
    const int Lane = int(lane()), First = Lane & ~(Width - 1);                 \
    const int Source = SOURCE;                                                 \
    return valueOf<T>(Values, unsigned(Source));                               \
  }
MEASURE_SHUFFLE(__shfl_sync, int From, First + (From & (Width - 1)))
MEASURE_SHUFFLE(__shfl_up_sync, unsigned By,
                Lane - int(By) < First ? Lane : Lane - int(By))
MEASURE_SHUFFLE(__shfl_down_sync, unsigned By,
                Lane + int(By) >= First + Width ? Lane : Lane + int(By))
MEASURE_SHUFFLE(__shfl_xor_sync, int With,
                (Lane ^ With) >= First + Width ? Lane : Lane ^ With)
#undef MEASURE_SHUFFLE

inline void __syncwarp(unsigned Mask = 0xffffffffu, MEASURE_LINE) {
  using namespace measure::emulation;
  meet(WarpOperation::Synchronize, Mask, 0, Line);
}
inline unsigned __activemask(MEASURE_LINE) {
  return measure_runner->ActiveMask(Line);
}
inline unsigned __ballot_sync(unsigned Mask, int Predicate, MEASURE_LINE) {
  using namespace measure::emulation;
  const LaneValues &Values =
      meet(WarpOperation::Vote, Mask, Predicate != 0, Line);
  unsigned Result = 0;
  for (unsigned L = 0; L != WarpSize; ++L)
    if ((Values.Present >> L & 1) && Values.Value[L])
      Result |= 1u << L;
  return Result;
}
inline int __any_sync(unsigned Mask, int Predicate, MEASURE_LINE) {
  return __ballot_sync(Mask, Predicate, Line) != 0;
}
inline int __all_sync(unsigned Mask, int Predicate, MEASURE_LINE) {
  return __ballot_sync(Mask, !Predicate, Line) == 0;
}
template <class T>
inline unsigned __match_any_sync(unsigned Mask, T Value, MEASURE_LINE) {
  using namespace measure::emulation;
  const LaneValues &Values = meet(WarpOperation::Match, Mask, Value, Line);
  unsigned Result = 0;
  for (unsigned L = 0; L != WarpSize; ++L)
    if ((Values.Present >> L & 1) && Values.Value[L] == Values.Value[lane()])
      Result |= 1u << L;
  return Result;
}
template <class T>
inline unsigned __match_all_sync(unsigned Mask, T Value, int *Predicate,
                                 MEASURE_LINE) {
  const unsigned Alike = __match_any_sync(Mask, Value, Line);
  *Predicate = Alike == Mask;
  return *Predicate ? Mask : 0;
}

#define MEASURE_FOLD(NAME, STEP)                                               \
  template <class T> inline T NAME(unsigned Mask, T Value, MEASURE_LINE) {     \
    return measure::emulation::fold(Mask, Value, Line,                         \
                                    [](T A, T B) -> T { return STEP; });       \
  }
MEASURE_FOLD(__reduce_add_sync, A + B)
MEASURE_FOLD(__reduce_min_sync, A < B ? A : B)
MEASURE_FOLD(__reduce_max_sync, A > B ? A : B)
MEASURE_FOLD(__reduce_and_sync, A &B)
MEASURE_FOLD(__reduce_or_sync, A | B)
MEASURE_FOLD(__reduce_xor_sync, A ^ B)
#undef MEASURE_FOLD

//===----------------------------------------------------------------------===//
// Atomics and memory
//===----------------------------------------------------------------------===//

namespace measure {
namespace emulation {
/// T, but the value's type does not decide what T is.
template <class T> using Given = typename std::common_type<T>::type;
} // namespace emulation
} // namespace measure

#define MEASURE_ATOMIC(NAME, NEW)                                              \
  template <class T>                                                           \
  inline T NAME(T *Address, measure::emulation::Given<T> Value) {              \
    const T Old = *Address;                                                    \
    *Address = NEW;                                                            \
    return Old;                                                                \
  }                                                                            \
  template <class T>                                                           \
  inline T NAME##_block(T *Address, measure::emulation::Given<T> Value) {      \
    return NAME(Address, Value);                                               \
  }                                                                            \
  template <class T>                                                           \
  inline T NAME##_system(T *Address, measure::emulation::Given<T> Value) {     \
    return NAME(Address, Value);                                               \
  }
MEASURE_ATOMIC(atomicAdd, Old + Value)
MEASURE_ATOMIC(atomicSub, Old - Value)
MEASURE_ATOMIC(atomicExch, Value)
MEASURE_ATOMIC(atomicMin, Value < Old ? Value : Old)
MEASURE_ATOMIC(atomicMax, Value > Old ? Value : Old)
MEASURE_ATOMIC(atomicAnd, Old &Value)
MEASURE_ATOMIC(atomicOr, Old | Value)
MEASURE_ATOMIC(atomicXor, Old ^ Value)
MEASURE_ATOMIC(atomicInc, Old >= Value ? 0 : Old + 1)
MEASURE_ATOMIC(atomicDec, Old == 0 || Old > Value ? Value : Old - 1)
#undef MEASURE_ATOMIC

template <class T>
inline T atomicCAS(T *Address, measure::emulation::Given<T> Compare,
                   measure::emulation::Given<T> Value) {
  const T Old = *Address;
  if (Old == Compare)
    *Address = Value;
  return Old;
}

#define MEASURE_LOAD(NAME)                                                     \
  template <class T> inline T NAME(const T *Address) { return *Address; }
MEASURE_LOAD(__ldg)
MEASURE_LOAD(__ldca)
MEASURE_LOAD(__ldcg)
MEASURE_LOAD(__ldcs)
MEASURE_LOAD(__ldlu)
MEASURE_LOAD(__ldcv)
#undef MEASURE_LOAD
#define MEASURE_STORE(NAME)                                                    \
  template <class T>                                                           \
  inline void NAME(T *Address, measure::emulation::Given<T> Value) {           \
    *Address = Value;                                                          \
  }
MEASURE_STORE(__stwb)
MEASURE_STORE(__stcg)
MEASURE_STORE(__stcs)
MEASURE_STORE(__stwt)
#undef MEASURE_STORE

inline long long clock64() {
  timespec Now;
  clock_gettime(CLOCK_MONOTONIC, &Now);
  return Now.tv_sec * 1000000000ll + Now.tv_nsec;
}
#define clock() int(clock64())
#define __trap() measure_runner->Fail("traps", __LINE__)
#undef assert
#define assert(CONDITION)                                                      \
  ((CONDITION) ? void() : measure_runner->Fail("asserts " #CONDITION, __LINE__))

#undef MEASURE_LINE

#endif // MEASURE_CUDA_ON_CPU_THREADS_H
