//===- entry.h - How the runner reaches into an emulated module -----------===//
#ifndef MEASURE_CUDA_ON_CPU_ENTRY_H
#define MEASURE_CUDA_ON_CPU_ENTRY_H

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

#endif // MEASURE_CUDA_ON_CPU_ENTRY_H
