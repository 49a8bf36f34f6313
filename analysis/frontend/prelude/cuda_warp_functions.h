//===- cuda_warp_functions.h - Warp-wide functions clang does not declare -===//
#pragma GCC system_header

KC_D unsigned __match_any_sync(unsigned Mask, unsigned V) {
  return __nvvm_match_any_sync_i32(Mask, V);
}
KC_D unsigned __match_any_sync(unsigned Mask, int V) {
  return __nvvm_match_any_sync_i32(Mask, V);
}
KC_D unsigned __match_any_sync(unsigned Mask, unsigned long long V) {
  return __nvvm_match_any_sync_i64(Mask, V);
}
KC_D unsigned __match_any_sync(unsigned Mask, long long V) {
  return __nvvm_match_any_sync_i64(Mask, V);
}
KC_D unsigned __match_any_sync(unsigned Mask, unsigned long V) {
  return __nvvm_match_any_sync_i64(Mask, V);
}
KC_D unsigned __match_any_sync(unsigned Mask, float V) {
  return __nvvm_match_any_sync_i32(Mask, __float_as_uint(V));
}
KC_D unsigned __match_all_sync(unsigned Mask, unsigned V, int *Pred) {
  return __nvvm_match_all_sync_i32p(Mask, V, Pred);
}
KC_D unsigned __match_all_sync(unsigned Mask, unsigned long long V, int *Pred) {
  return __nvvm_match_all_sync_i64p(Mask, V, Pred);
}

// Loads and stores with a cache hint: for the analysis, plain ones.
#define KC_HINT(NAME)                                                          \
  template <class T> KC_D T NAME(const T *P) { return *P; }
KC_HINT(__ldcg)
KC_HINT(__ldca)
KC_HINT(__ldcs)
KC_HINT(__ldlu)
KC_HINT(__ldcv)
#undef KC_HINT
#define KC_HINT(NAME)                                                          \
  template <class T> KC_D void NAME(T *P, T V) { *P = V; }
KC_HINT(__stwb)
KC_HINT(__stcg)
KC_HINT(__stcs)
KC_HINT(__stwt)
#undef KC_HINT

#if __CUDA_ARCH__ < 800
#define KC_REDUCE(NAME, T, STEP)                                               \
  KC_D T NAME(unsigned Mask, T V) {                                            \
    for (int Offset = 16; Offset; Offset /= 2) {                               \
      T Other = __shfl_xor_sync(Mask, V, Offset);                              \
      V = STEP;                                                                \
    }                                                                          \
    return V;                                                                  \
  }
KC_REDUCE(__reduce_add_sync, unsigned, V + Other)
KC_REDUCE(__reduce_add_sync, int, V + Other)
KC_REDUCE(__reduce_min_sync, unsigned, V < Other ? V : Other)
KC_REDUCE(__reduce_min_sync, int, V < Other ? V : Other)
KC_REDUCE(__reduce_max_sync, unsigned, V > Other ? V : Other)
KC_REDUCE(__reduce_max_sync, int, V > Other ? V : Other)
KC_REDUCE(__reduce_and_sync, unsigned, V &Other)
KC_REDUCE(__reduce_or_sync, unsigned, V | Other)
KC_REDUCE(__reduce_xor_sync, unsigned, V ^ Other)
#undef KC_REDUCE
#endif

KC_D size_t __cvta_generic_to_shared(const void *P) {
  return reinterpret_cast<size_t>(P);
}
KC_D size_t __cvta_generic_to_global(const void *P) {
  return reinterpret_cast<size_t>(P);
}
