//===- table.h - The end of an emulated module: its table of kernels ------===//
//
// driver/emulate.py, which knows the kernels' names, writes this behind a
// preprocessed source:
//
//   MEASURE_MODULE_BEGIN
//   MEASURE_KERNEL(saxpy, 256)   the name and __launch_bounds__ or 0
//   MEASURE_MODULE_END
//
// Only macros, the last ones to be expanded; what they name is in entry.h.
//===----------------------------------------------------------------------===//
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
