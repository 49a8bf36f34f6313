//===- kc_cuda_atomics.h - cuda::atomic and cuda::atomic_ref --------------===//
//
// Part of kc_cuda_std.h, inside namespace cuda. What the vendor's library does
// with the word, as the functions do it that have been there for longer. Orders
// and scopes change no count of instructions or sectors here, so that they are
// taken and forgotten.
//===----------------------------------------------------------------------===//
#pragma GCC system_header
enum memory_order {
  memory_order_relaxed,
  memory_order_acquire,
  memory_order_release,
  memory_order_acq_rel,
  memory_order_seq_cst
};
/// The type that the atomic functions have for a word as T: `long` is a word of
/// 64 bits that they do not know.
template <class T> struct kc_word {
  typedef T type;
};
template <> struct kc_word<long> {
  typedef long long type;
};
template <> struct kc_word<unsigned long> {
  typedef unsigned long long type;
};
/// What both classes can do. Self::kc_place() is where the word is.
template <class T, class Self> class kc_atomic {
  typedef typename kc_word<T>::type Word;
  __device__ T *place() const {
    return static_cast<const Self *>(this)->kc_place();
  }
  __device__ Word *word() const { return (Word *)place(); }

public:
  typedef T value_type;
  static constexpr bool is_always_lock_free = sizeof(T) <= 8;
  template <class... R> __device__ T load(R...) const { return *place(); }
  template <class... R> __device__ void store(T V, R...) const { *place() = V; }
  template <class... R> __device__ T exchange(T V, R...) const {
    return (T)atomicExch(word(), (Word)V);
  }
  template <class... R>
  __device__ bool compare_exchange_strong(T &Expected, T V, R...) const {
    const T Found = (T)atomicCAS(word(), (Word)Expected, (Word)V);
    const bool Same = Found == Expected;
    Expected = Found;
    return Same;
  }
  template <class... R>
  __device__ bool compare_exchange_weak(T &Expected, T V, R...) const {
    return compare_exchange_strong(Expected, V);
  }
#define KC_FETCH(NAME, FUNCTION)                                               \
  template <class... R> __device__ T NAME(T V, R...) const {                   \
    return (T)FUNCTION(word(), (Word)V);                                       \
  }
  KC_FETCH(fetch_add, atomicAdd)
  KC_FETCH(fetch_min, atomicMin)
  KC_FETCH(fetch_max, atomicMax)
  KC_FETCH(fetch_and, atomicAnd)
  KC_FETCH(fetch_or, atomicOr)
  KC_FETCH(fetch_xor, atomicXor)
#undef KC_FETCH
  template <class... R> __device__ T fetch_sub(T V, R...) const {
    return (T)atomicAdd(word(), (Word)-V);
  }
  template <class... R> __device__ void wait(T, R...) const;
  __device__ void notify_one() const {}
  __device__ void notify_all() const {}
  __device__ operator T() const { return load(); }
  __device__ T operator=(T V) const {
    store(V);
    return V;
  }
  __device__ T operator+=(T V) const { return T(fetch_add(V) + V); }
  __device__ T operator-=(T V) const { return T(fetch_sub(V) - V); }
  __device__ T operator&=(T V) const { return T(fetch_and(V) & V); }
  __device__ T operator|=(T V) const { return T(fetch_or(V) | V); }
  __device__ T operator^=(T V) const { return T(fetch_xor(V) ^ V); }
  __device__ T operator++() const { return T(fetch_add(T(1)) + T(1)); }
  __device__ T operator--() const { return T(fetch_sub(T(1)) - T(1)); }
  __device__ T operator++(int) const { return fetch_add(T(1)); }
  __device__ T operator--(int) const { return fetch_sub(T(1)); }
};
template <class T, thread_scope S = thread_scope_system>
class atomic_ref : public kc_atomic<T, atomic_ref<T, S>> {
  T *P;

public:
  static constexpr ::std::size_t required_alignment = alignof(T);
  using kc_atomic<T, atomic_ref>::operator=;
  explicit __host__ __device__ atomic_ref(T &R) : P(&R) {}
  __device__ T *kc_place() const { return P; }
};
template <class T, thread_scope S = thread_scope_system>
class atomic : public kc_atomic<T, atomic<T, S>> {
  T V;

public:
  using kc_atomic<T, atomic>::operator=;
  atomic() = default;
  __host__ __device__ constexpr atomic(T V) : V(V) {}
  __device__ T *kc_place() const { return const_cast<T *>(&V); }
};
