//===- entry.h - The end of an emulated module: its table of kernels ------===//
//
// driver/emulate.py, which knows the kernels' names, writes this behind a
// source:
//
//   MEASURE_MODULE_BEGIN
//   MEASURE_KERNEL(saxpy, 256)   the name and __launch_bounds__ or 0
//   MEASURE_MODULE_END
//===----------------------------------------------------------------------===//
#include "module.h"

#include <type_traits>
#include <utility>

const measure::emulation::ThreadState *measure_thread;
const measure::emulation::Services *measure_runner;
void *measure_dynamic_shared;

// The linker's names for the ends of the section that holds all static shared
// memory; null if nothing does.
extern "C" {
__attribute__((weak,
               visibility("hidden"))) extern char __start_measure_shared[];
__attribute__((weak, visibility("hidden"))) extern char __stop_measure_shared[];
}

namespace measure {
namespace emulation {

template <class Function, Function *Kernel> struct Entry;

template <class... P, void (*Kernel)(P...)> struct Entry<void(P...), Kernel> {
  static constexpr unsigned Count = sizeof...(P);
  static constexpr unsigned Bytes[Count + 1] = {sizeof(P)..., 0};
  template <std::size_t... I>
  static void unpack(void **Arguments, std::index_sequence<I...>) {
    (void)Arguments;
    Kernel(*static_cast<typename std::remove_cv<P>::type *>(Arguments[I])...);
  }
  static void call(void **Arguments) {
    unpack(Arguments, std::index_sequence_for<P...>());
  }
};

} // namespace emulation
} // namespace measure

#define MEASURE_MODULE_BEGIN                                                   \
  static const measure::emulation::KernelEntry measure_kernels[] = {
#define MEASURE_KERNEL(NAME, BOUND)                                            \
  {#NAME, measure::emulation::Entry<decltype(NAME), &NAME>::call,              \
   measure::emulation::Entry<decltype(NAME), &NAME>::Bytes,                    \
   measure::emulation::Entry<decltype(NAME), &NAME>::Count, BOUND},
#define MEASURE_MODULE_END                                                     \
  {nullptr, nullptr, nullptr, 0, 0}                                            \
  }                                                                            \
  ;                                                                            \
  extern "C" __attribute__((visibility("default")))                            \
  const measure::emulation::ModuleTable measure_module = {                     \
      measure::emulation::ModuleVersion,                                       \
      sizeof(measure_kernels) / sizeof(*measure_kernels) - 1,                  \
      measure_kernels,                                                         \
      __start_measure_shared,                                                  \
      __stop_measure_shared,                                                   \
      &measure_thread,                                                         \
      &measure_runner,                                                         \
      &measure_dynamic_shared};
