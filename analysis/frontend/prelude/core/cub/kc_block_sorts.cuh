//===- kc_block_sorts.cuh - Sorts, flags and histograms of a block --------===//
//
// Part of cub.cuh. As the library does them:
//
//   radix rank      of a digit of 4 bits: 16 counters of 16 bits for each
//                   thread, two in a word; each item adds to one of its
//                   thread's; every thread sums up 9 words, the block scans
//                   these sums, the words get their exclusive sums back, each
//                   item loads its own
//   radix sort      a rank and an exchange, of keys and of values, for every
//                   digit
//   merge sort      each thread sorts its items; neighbours then merge theirs,
//                   pairs, fours, ... of threads: keys to shared memory, a
//                   search of the place to begin at, a merge of so many items
//   discontinuity   one item of each thread to shared memory, a barrier, the
//                   neighbour's back
//   histogram       an atomic addition for each item, or a sort, flags where
//                   runs begin, and their lengths
//
// Where items go depends on what they are: those addresses are data.
//===----------------------------------------------------------------------===//
#pragma GCC system_header
#ifndef KERNELCAST_BLOCK_SORTS_CUH
#define KERNELCAST_BLOCK_SORTS_CUH
namespace cub {
/// Any argument. What takes it has no body: overloads that are not modelled,
/// chosen where no other one fits.
struct kc_any {
  kc_any() = default;
  template <class T> __host__ __device__ kc_any(T &&) {}
};
#define KC_OTHERWISE(NAME)                                                     \
  __device__ void NAME(kc_any, kc_any, kc_any = {}, kc_any = {}, kc_any = {},  \
                       kc_any = {})
// Keys of other sizes take a function of the program's to be sorted.
template <int Bytes> struct kc_word {
  typedef unsigned char type;
};
template <> struct kc_word<2> {
  typedef unsigned short type;
};
template <> struct kc_word<4> {
  typedef unsigned type;
};
template <> struct kc_word<8> {
  typedef unsigned long long type;
};
/// The bits of keys as words that are in order as the keys are.
template <class K> struct kc_order {
  typedef typename kc_word<sizeof(K)>::type word;
  static constexpr word sign = word(1) << (sizeof(K) * 8 - 1);
  // Halves are classes here; they are numbers in floating point, too.
  static constexpr bool isInteger = std::is_integral<K>::value;
  static constexpr bool isUnsigned = isInteger && !std::is_signed<K>::value;
  static KC_CUB word in(word Key) {
    if constexpr (isUnsigned)
      return Key;
    else if constexpr (isInteger)
      return Key ^ sign;
    else
      return Key ^ (Key & sign ? word(-1) : sign);
  }
  static KC_CUB word out(word Key) {
    if constexpr (isUnsigned)
      return Key;
    else if constexpr (isInteger)
      return Key ^ sign;
    else
      return Key ^ (Key & sign ? sign : word(-1));
  }
};
template <class K> struct BFEDigitExtractor {
  unsigned Begin, Count;
  KC_CUB BFEDigitExtractor(unsigned Begin, unsigned Count)
      : Begin(Begin), Count(Count) {}
  template <class Word> KC_CUB unsigned Digit(Word Key) const {
    return (unsigned)(Key >> Begin) & ((1u << Count) - 1);
  }
};
template <class K> struct ShiftDigitExtractor : BFEDigitExtractor<K> {
  using BFEDigitExtractor<K>::BFEDigitExtractor;
};

template <int X, int Bits, bool Descending, bool Memoize = true,
          BlockScanAlgorithm A = BLOCK_SCAN_WARP_SCANS,
          cudaSharedMemConfig C = cudaSharedMemBankSizeFourByte, int Y = 1,
          int Z = 1, int Arch = 0>
struct BlockRadixRank {
  enum {
    Threads = X * Y * Z,
    Lanes = 1 << (Bits - 1),
    Segment = Lanes + 1, // one more, so that threads meet in no bank
    BINS_TRACKED_PER_THREAD = ((1 << Bits) + Threads - 1) / Threads
  };
  typedef BlockScan<unsigned, X, A, Y, Z> Scan;
  struct alignas(16) TempStorage {
    unsigned Words[Segment * Threads];
    typename Scan::TempStorage Sums;
  };
  /// Of all sums so far: the upper half of the digits comes behind the lower.
  struct kc_upper_half {
    KC_CUB unsigned operator()(unsigned All) const { return All << 16; }
  };
  KC_COLLECTIVE(BlockRadixRank)
  template <int... I> KC_CUB void kc_reset(kc_numbers<int, I...>) {
    ((Temp->Words[I * Threads + kc_thread<X, Y, Z>()] = 0), ...);
  }
  template <int... I>
  KC_CUB void kc_own_words(kc_numbers<int, I...>, unsigned *Own) {
    ((Own[I] = Temp->Words[kc_thread<X, Y, Z>() * Segment + I]), ...);
  }
  template <int... I>
  KC_CUB void kc_put_words(kc_numbers<int, I...>, const unsigned *Own) {
    ((Temp->Words[kc_thread<X, Y, Z>() * Segment + I] = Own[I]), ...);
  }
  KC_CUB unsigned short *kc_counter(unsigned Digit) {
    if (Descending)
      Digit = (1 << Bits) - 1 - Digit;
    const unsigned Row = Digit % Lanes, Half = Digit / Lanes % 2;
    unsigned *Word = Temp->Words + Row * Threads + kc_thread<X, Y, Z>();
    return reinterpret_cast<unsigned short *>(Word) + Half;
  }
  KC_CUB int kc_count(unsigned Digit) {
    unsigned short *Counter = kc_counter(Digit);
    const unsigned short Before = *Counter;
    *Counter = Before + 1;
    return Before;
  }
  template <class Word, class Digits, int... I>
  KC_CUB void kc_count_each(kc_numbers<int, I...>, const Word *Keys, int *Ranks,
                            Digits Of) {
    ((Ranks[I] = kc_count(Of.Digit(Keys[I]))), ...);
  }
  template <class Word, class Digits, int... I>
  KC_CUB void kc_add_each(kc_numbers<int, I...>, const Word *Keys, int *Ranks,
                          Digits Of) {
    ((Ranks[I] += *kc_counter(Of.Digit(Keys[I]))), ...);
  }
  template <class Word, int Items, class Digits>
  KC_CUB void RankKeys(Word (&Keys)[Items], int (&Ranks)[Items], Digits Of) {
    kc_reset(kc_upto<Segment>());
    kc_count_each(kc_upto<Items>(), Keys, Ranks, Of);
    __syncthreads();
    unsigned Own[Segment];
    kc_own_words(kc_upto<Segment>(), Own);
    kc_upper_half Upper;
    const unsigned Before =
        Scan(Temp->Sums)
            .kc_behind(kc_fold<1, Segment>(Own[0], Own, Sum()), Sum(), Upper);
    kc_exclusive<0, Segment>(Before, Own, Own, Sum());
    kc_put_words(kc_upto<Segment>(), Own);
    __syncthreads();
    kc_add_each(kc_upto<Items>(), Keys, Ranks, Of);
  }
  template <class Word, int Items, class Digits>
  KC_CUB void RankKeys(Word (&Keys)[Items], int (&Ranks)[Items], Digits Of,
                       int (&Prefixes)[BINS_TRACKED_PER_THREAD]) {
    RankKeys(Keys, Ranks, Of);
    for (int Bin = 0; Bin != BINS_TRACKED_PER_THREAD; ++Bin)
      if (kc_thread<X, Y, Z>() * BINS_TRACKED_PER_THREAD + Bin < 1 << Bits)
        Prefixes[Bin] =
            Temp->Words[(kc_thread<X, Y, Z>() * BINS_TRACKED_PER_THREAD + Bin) %
                        Lanes * Threads];
  }
  KC_OTHERWISE(RankKeys);
};

struct NullType {};
template <class K, int X, int Items, class V = NullType, int Bits = 4,
          bool Memoize = true, BlockScanAlgorithm A = BLOCK_SCAN_WARP_SCANS,
          cudaSharedMemConfig C = cudaSharedMemBankSizeFourByte, int Y = 1,
          int Z = 1, int Arch = 0>
struct BlockRadixSort {
  typedef BlockExchange<K, X, Items, false, Y, Z> KeyExchange;
  typedef BlockExchange<V, X, Items, false, Y, Z> ValueExchange;
  template <bool Descending>
  using Rank = BlockRadixRank<X, Bits, Descending, Memoize, A, C, Y, Z>;
  union TempStorage {
    typename Rank<false>::TempStorage Ascending;
    typename Rank<true>::TempStorage Descending;
    typename KeyExchange::TempStorage Keys;
    typename ValueExchange::TempStorage Values;
  };
  KC_COLLECTIVE(BlockRadixSort)
  typedef kc_order<K> Order;
  typedef typename Order::word Word;
  template <int... I> static KC_CUB void kc_in(kc_numbers<int, I...>, Word *W) {
    ((W[I] = Order::in(W[I])), ...);
  }
  template <int... I>
  static KC_CUB void kc_out(kc_numbers<int, I...>, Word *W) {
    ((W[I] = Order::out(W[I])), ...);
  }
  template <class Exchange, class T, class S>
  KC_CUB void kc_move(S &Storage, T (&Items_)[Items], int (&Ranks)[Items],
                      bool Striped) {
    if (Striped)
      Exchange(Storage).ScatterToStriped(Items_, Ranks);
    else
      Exchange(Storage).ScatterToBlocked(Items_, Ranks);
  }
  KC_CUB void kc_move_values(int (&)[Items], bool) {}
  KC_CUB void kc_move_values(int (&Ranks)[Items], bool Striped,
                             V (&Values)[Items]) {
    __syncthreads();
    kc_move<ValueExchange>(Temp->Values, Values, Ranks, Striped);
  }
  template <bool Descending, bool Striped, class... Values>
  KC_CUB void kc_sort(K (&Keys)[Items], int Begin, int End, Values &...With) {
    Word(&Words)[Items] = reinterpret_cast<Word(&)[Items]>(Keys);
    kc_in(kc_upto<Items>(), Words);
    while (true) {
      const int Count = End - Begin < Bits ? End - Begin : Bits;
      int Ranks[Items];
      if constexpr (Descending)
        Rank<true>(Temp->Descending)
            .RankKeys(Words, Ranks, BFEDigitExtractor<K>(Begin, Count));
      else
        Rank<false>(Temp->Ascending)
            .RankKeys(Words, Ranks, BFEDigitExtractor<K>(Begin, Count));
      Begin += Bits;
      __syncthreads();
      const bool IsLast = Begin >= End;
      kc_move<KeyExchange>(Temp->Keys, Keys, Ranks, Striped && IsLast);
      kc_move_values(Ranks, Striped && IsLast, With...);
      if (IsLast)
        break;
      __syncthreads();
    }
    kc_out(kc_upto<Items>(), Words);
  }
#define KC_SORT(NAME, DESCENDING, STRIPED)                                     \
  KC_CUB void NAME(K(&Keys)[Items], int Begin = 0, int End = sizeof(K) * 8) {  \
    kc_sort<DESCENDING, STRIPED>(Keys, Begin, End);                            \
  }                                                                            \
  KC_CUB void NAME(K(&Keys)[Items], V(&Values)[Items], int Begin = 0,          \
                   int End = sizeof(K) * 8) {                                  \
    kc_sort<DESCENDING, STRIPED>(Keys, Begin, End, Values);                    \
  }
  KC_SORT(Sort, false, false)
  KC_SORT(SortDescending, true, false)
  KC_SORT(SortBlockedToStriped, false, true)
  KC_SORT(SortDescendingBlockedToStriped, true, true)
#undef KC_SORT
  KC_OTHERWISE(Sort);
  KC_OTHERWISE(SortDescending);
  KC_OTHERWISE(SortBlockedToStriped);
  KC_OTHERWISE(SortDescendingBlockedToStriped);
};

/// What merge sorts of Threads threads have in common, which number themselves
/// and wait for each other as \p Own says.
template <class Own, class K, int Items, int Threads, class V>
struct kc_merge_sort {
  template <class Less, class... Values>
  static KC_CUB void kc_odd_even(K *Keys, Less IsLess, Values *...With) {
    for (int Round = 0; Round != Items; ++Round)
      for (int I = Round & 1; I < Items - 1; I += 2)
        if (IsLess(Keys[I + 1], Keys[I])) {
          K Key = Keys[I];
          Keys[I] = Keys[I + 1];
          Keys[I + 1] = Key;
          (kc_swap(With[I], With[I + 1]), ...);
        }
  }
  static KC_CUB void kc_swap(V &A, V &B) {
    V Old = A;
    A = B;
    B = Old;
  }
  template <class Less, class... Values>
  static KC_CUB void kc_sort(K *Shared, K *Keys, Less IsLess, Values *...With) {
    const int Thread = Own::kc_number();
    if (Items > 1)
      kc_odd_even(Keys, IsLess, With...);
    for (int Merged = 2; Merged <= Threads; Merged *= 2) {
      Own::kc_wait();
      kc_store_items<Items>(Shared, Thread * Items, 1, Keys);
      Own::kc_wait();
      const int First = (Thread & ~(Merged - 1)) * Items;
      const int Half = Merged / 2 * Items;
      const int Diagonal = (Thread & (Merged - 1)) * Items;
      const K *A = Shared + First, *B = A + Half;
      int Low = Diagonal > Half ? Diagonal - Half : 0;
      int High = Diagonal < Half ? Diagonal : Half;
      // At most so many rounds; data say whether a lane needs the last.
      for (int Left = High - Low; Left > 0; Left /= 2)
        if (Low < High) {
          const int Middle = (Low + High) / 2;
          if (!IsLess(B[Diagonal - 1 - Middle], A[Middle]))
            Low = Middle + 1;
          else
            High = Middle;
        }
      int InA = Low, InB = Diagonal - Low, From[Items];
      K OfA = A[InA < Half ? InA : Half - 1];
      K OfB = B[InB < Half ? InB : Half - 1];
      for (int I = 0; I != Items; ++I) {
        const bool Second = InB < Half && (InA >= Half || IsLess(OfB, OfA));
        Keys[I] = Second ? OfB : OfA;
        From[I] = Second ? First + Half + InB++ : First + InA++;
        if (Second)
          OfB = B[InB < Half ? InB : Half - 1];
        else
          OfA = A[InA < Half ? InA : Half - 1];
      }
      (kc_gather(Shared, From, With), ...);
    }
  }
  static KC_CUB void kc_gather(K *Shared, const int *From, V *Values) {
    V *Memory = reinterpret_cast<V *>(Shared);
    Own::kc_wait();
    kc_store_items<Items>(Memory, Own::kc_number() * Items, 1, Values);
    Own::kc_wait();
    for (int I = 0; I != Items; ++I)
      Values[I] = Memory[From[I]];
  }
};
#define KC_MERGE_SORT(NAME)                                                    \
  template <class Less> KC_CUB void NAME(K(&Keys)[Items], Less IsLess) {       \
    kc_sort(Temp->Values, Keys, IsLess);                                       \
  }                                                                            \
  template <class Less>                                                        \
  KC_CUB void NAME(K(&Keys)[Items], V(&Values)[Items], Less IsLess) {          \
    kc_sort(Temp->Values, Keys, IsLess, Values);                               \
  }
template <class K, int X, int Items, class V = NullType, int Y = 1, int Z = 1>
struct BlockMergeSort : kc_merge_sort<BlockMergeSort<K, X, Items, V, Y, Z>, K,
                                      Items, X * Y * Z, V> {
  struct alignas(K) alignas(V) TempStorage {
    K Values[(X * Y * Z * Items + 1) *
             (sizeof(V) > sizeof(K) ? (sizeof(V) - 1) / sizeof(K) + 1 : 1)];
  };
  KC_COLLECTIVE(BlockMergeSort)
  using kc_merge_sort<BlockMergeSort, K, Items, X * Y * Z, V>::kc_sort;
  static KC_CUB int kc_number() { return (int)kc_thread<X, Y, Z>(); }
  static KC_CUB void kc_wait() { __syncthreads(); }
  KC_MERGE_SORT(Sort)
  KC_MERGE_SORT(StableSort)
  KC_OTHERWISE(Sort);
  KC_OTHERWISE(StableSort);
};
template <class K, int Items, int Threads = 32, class V = NullType,
          int Arch = 0>
struct WarpMergeSort
    : kc_merge_sort<WarpMergeSort<K, Items, Threads, V>, K, Items, Threads, V> {
  struct alignas(K) alignas(V) TempStorage {
    K Values[(Threads * Items + 1) *
             (sizeof(V) > sizeof(K) ? (sizeof(V) - 1) / sizeof(K) + 1 : 1)];
  };
  KC_COLLECTIVE(WarpMergeSort)
  using kc_merge_sort<WarpMergeSort, K, Items, Threads, V>::kc_sort;
  static KC_CUB int kc_number() { return (int)(kc_lane() % Threads); }
  static KC_CUB void kc_wait() { __syncwarp(); }
  KC_MERGE_SORT(Sort)
  KC_MERGE_SORT(StableSort)
  KC_OTHERWISE(Sort);
  KC_OTHERWISE(StableSort);
};
#undef KC_MERGE_SORT

/// The neighbours' nearest items, through shared memory.
template <class T, int X, int Y, int Z> struct kc_neighbours {
  struct TempStorage {
    T First[X * Y * Z], Last[X * Y * Z];
  };
  template <int N>
  static KC_CUB void kc_show(TempStorage *Temp, const T (&In)[N], bool First,
                             bool Last) {
    if (First)
      Temp->First[kc_thread<X, Y, Z>()] = In[0];
    if (Last)
      Temp->Last[kc_thread<X, Y, Z>()] = In[N - 1];
    __syncthreads();
  }
};

template <class T, int X, int Y = 1, int Z = 1, int Arch = 0>
struct BlockDiscontinuity : kc_neighbours<T, X, Y, Z> {
  typedef typename kc_neighbours<T, X, Y, Z>::TempStorage TempStorage;
  KC_COLLECTIVE(BlockDiscontinuity)
  template <class Op>
  static KC_CUB auto kc_differ(Op Flag, const T &A, const T &B, int Index)
      -> decltype((bool)Flag(A, B, Index)) {
    return Flag(A, B, Index);
  }
  template <class Op>
  static KC_CUB auto kc_differ(Op Flag, const T &A, const T &B, long)
      -> decltype((bool)Flag(A, B)) {
    return Flag(A, B);
  }
  template <class F, class Op, int... I>
  static KC_CUB void kc_between(kc_numbers<int, I...>, F *Flags, const T *In,
                                Op Flag, int First, int At) {
    ((Flags[I + At] = kc_differ(Flag, In[I], In[I + 1], First + I + 1)), ...);
  }
  template <int N, class F, class Op>
  KC_CUB void kc_heads(F (&Flags)[N], const T (&In)[N], Op Flag,
                       const T *Before) {
    const unsigned Thread = kc_thread<X, Y, Z>();
    const int First = (int)Thread * N;
    if (Thread > 0)
      Flags[0] = kc_differ(Flag, this->Temp->Last[Thread - 1], In[0], First);
    else
      Flags[0] = Before ? kc_differ(Flag, *Before, In[0], First) : true;
    kc_between(kc_upto<N - 1>(), Flags, In, Flag, First, 1);
  }
  template <int N, class F, class Op>
  KC_CUB void kc_tails(F (&Flags)[N], const T (&In)[N], Op Flag,
                       const T *Behind) {
    const unsigned Thread = kc_thread<X, Y, Z>();
    const int End = (int)(Thread + 1) * N;
    if (Thread + 1 < X * Y * Z)
      Flags[N - 1] =
          kc_differ(Flag, In[N - 1], this->Temp->First[Thread + 1], End);
    else
      Flags[N - 1] = Behind ? kc_differ(Flag, In[N - 1], *Behind, End) : true;
    kc_between(kc_upto<N - 1>(), Flags, In, Flag, End - N, 0);
  }
  template <int N, class F, class Op>
  KC_CUB void FlagHeads(F (&Flags)[N], T (&In)[N], Op Flag) {
    this->kc_show(Temp, In, false, true);
    kc_heads(Flags, In, Flag, (const T *)nullptr);
  }
  template <int N, class F, class Op>
  KC_CUB void FlagHeads(F (&Flags)[N], T (&In)[N], Op Flag, T Before) {
    this->kc_show(Temp, In, false, true);
    kc_heads(Flags, In, Flag, &Before);
  }
  template <int N, class F, class Op>
  KC_CUB void FlagTails(F (&Flags)[N], T (&In)[N], Op Flag) {
    this->kc_show(Temp, In, true, false);
    kc_tails(Flags, In, Flag, (const T *)nullptr);
  }
  template <int N, class F, class Op>
  KC_CUB void FlagTails(F (&Flags)[N], T (&In)[N], Op Flag, T Behind) {
    this->kc_show(Temp, In, true, false);
    kc_tails(Flags, In, Flag, &Behind);
  }
  template <int N, class F, class Op>
  KC_CUB void FlagHeadsAndTails(F (&Heads)[N], F (&Tails)[N], T (&In)[N],
                                Op Flag) {
    this->kc_show(Temp, In, true, true);
    kc_heads(Heads, In, Flag, (const T *)nullptr);
    kc_tails(Tails, In, Flag, (const T *)nullptr);
  }
  template <int N, class F, class Op>
  KC_CUB void FlagHeadsAndTails(F (&Heads)[N], T Before, F (&Tails)[N],
                                T (&In)[N], Op Flag) {
    this->kc_show(Temp, In, true, true);
    kc_heads(Heads, In, Flag, &Before);
    kc_tails(Tails, In, Flag, (const T *)nullptr);
  }
  template <int N, class F, class Op>
  KC_CUB void FlagHeadsAndTails(F (&Heads)[N], F (&Tails)[N], T Behind,
                                T (&In)[N], Op Flag) {
    this->kc_show(Temp, In, true, true);
    kc_heads(Heads, In, Flag, (const T *)nullptr);
    kc_tails(Tails, In, Flag, &Behind);
  }
  template <int N, class F, class Op>
  KC_CUB void FlagHeadsAndTails(F (&Heads)[N], T Before, F (&Tails)[N],
                                T Behind, T (&In)[N], Op Flag) {
    this->kc_show(Temp, In, true, true);
    kc_heads(Heads, In, Flag, &Before);
    kc_tails(Tails, In, Flag, &Behind);
  }
};

template <class T, int X, int Y = 1, int Z = 1, int Arch = 0>
struct BlockAdjacentDifference : kc_neighbours<T, X, Y, Z> {
  typedef typename kc_neighbours<T, X, Y, Z>::TempStorage TempStorage;
  KC_COLLECTIVE(BlockAdjacentDifference)
  template <int N, class O, class Op>
  KC_CUB void kc_left(T (&In)[N], O (&Out)[N], Op Minus, const T *Before,
                      int Valid) {
    const int First = (int)kc_thread<X, Y, Z>() * N;
    this->kc_show(Temp, In, false, true);
    T Left = First > 0 ? this->Temp->Last[First / N - 1]
             : Before  ? *Before
                       : In[0];
    for (int I = 0; I != N; ++I) {
      T Item = In[I];
      const bool Has = (First + I > 0 || Before) && First + I < Valid;
      Out[I] = Has ? Minus(Item, Left) : Item;
      Left = Item;
    }
  }
  template <int N, class O, class Op>
  KC_CUB void kc_right(T (&In)[N], O (&Out)[N], Op Minus, const T *Behind,
                       int Valid) {
    const int First = (int)kc_thread<X, Y, Z>() * N;
    this->kc_show(Temp, In, true, false);
    const bool IsLast = First / N + 1 == X * Y * Z;
    T Right = !IsLast  ? this->Temp->First[First / N + 1]
              : Behind ? *Behind
                       : In[N - 1];
    for (int I = 0; I != N; ++I) {
      const bool Has =
          (I + 1 < N || !IsLast || Behind) && First + I + 1 < Valid;
      Out[I] = Has ? Minus(In[I], I + 1 < N ? In[I + 1 < N ? I + 1 : I] : Right)
                   : In[I];
    }
  }
  KC_OTHERWISE(SubtractLeft);
  KC_OTHERWISE(SubtractLeftPartialTile);
  KC_OTHERWISE(SubtractRight);
  KC_OTHERWISE(SubtractRightPartialTile);
  template <int N, class O, class Op>
  KC_CUB void SubtractLeft(T (&In)[N], O (&Out)[N], Op Minus) {
    kc_left(In, Out, Minus, (const T *)nullptr, X * Y * Z * N);
  }
  template <int N, class O, class Op>
  KC_CUB void SubtractLeft(T (&In)[N], O (&Out)[N], Op Minus, T Before) {
    kc_left(In, Out, Minus, &Before, X * Y * Z * N);
  }
  template <int N, class O, class Op>
  KC_CUB void SubtractLeftPartialTile(T (&In)[N], O (&Out)[N], Op Minus,
                                      int Valid) {
    kc_left(In, Out, Minus, (const T *)nullptr, Valid);
  }
  template <int N, class O, class Op>
  KC_CUB void SubtractRight(T (&In)[N], O (&Out)[N], Op Minus) {
    kc_right(In, Out, Minus, (const T *)nullptr, X * Y * Z * N + 1);
  }
  template <int N, class O, class Op>
  KC_CUB void SubtractRight(T (&In)[N], O (&Out)[N], Op Minus, T Behind) {
    kc_right(In, Out, Minus, &Behind, X * Y * Z * N + 1);
  }
  template <int N, class O, class Op>
  KC_CUB void SubtractRightPartialTile(T (&In)[N], O (&Out)[N], Op Minus,
                                       int Valid) {
    kc_right(In, Out, Minus, (const T *)nullptr, Valid);
  }
};

template <class T, int X, int Items, int Bins,
          BlockHistogramAlgorithm A = BLOCK_HISTO_SORT, int Y = 1, int Z = 1,
          int Arch = 0>
struct BlockHistogram {
  enum { Threads = X * Y * Z };
  typedef BlockRadixSort<T, X, Items, NullType, 4, true, BLOCK_SCAN_WARP_SCANS,
                         cudaSharedMemBankSizeFourByte, Y, Z>
      Sorter;
  typedef BlockDiscontinuity<T, X, Y, Z> Flags;
  struct kc_runs {
    typename Flags::TempStorage Heads;
    unsigned Begin[Bins], End[Bins];
  };
  union kc_sorting {
    typename Sorter::TempStorage Sort;
    kc_runs Runs;
  };
  struct kc_nothing {};
  typedef typename std::conditional<A == BLOCK_HISTO_SORT, kc_sorting,
                                    kc_nothing>::type TempStorage;
  KC_COLLECTIVE(BlockHistogram)
  template <class Counter> KC_CUB void InitHistogram(Counter *Histogram) {
    for (int Bin = kc_thread<X, Y, Z>(); Bin < Bins; Bin += Threads)
      Histogram[Bin] = 0;
  }
  template <class Counter, int... I>
  static KC_CUB void kc_add(kc_numbers<int, I...>, T *In, Counter *Histogram) {
    ((atomicAdd(Histogram + In[I], 1)), ...);
  }
  template <class Counter>
  KC_CUB void Composite(T (&In)[Items], Counter *Histogram) {
    if constexpr (A == BLOCK_HISTO_ATOMIC) {
      kc_add(kc_upto<Items>(), In, Histogram);
    } else {
      Sorter(Temp->Sort).Sort(In);
      __syncthreads();
      for (int Bin = kc_thread<X, Y, Z>(); Bin < Bins; Bin += Threads) {
        Temp->Runs.Begin[Bin] = Threads * Items;
        Temp->Runs.End[Bin] = Threads * Items;
      }
      __syncthreads();
      int Heads[Items];
      kc_runs &Runs = Temp->Runs;
      Flags(Runs.Heads)
          .FlagHeads(Heads, In, [&](const T &Left, const T &Right, int At) {
            const bool Differ = Left != Right;
            if (Differ) {
              Runs.Begin[(unsigned)Right] = At;
              Runs.End[(unsigned)Left] = At;
            }
            return Differ;
          });
      if (kc_thread<X, Y, Z>() == 0)
        Runs.Begin[(unsigned)In[0]] = 0;
      __syncthreads();
      for (int Bin = kc_thread<X, Y, Z>(); Bin < Bins; Bin += Threads)
        Histogram[Bin] += Runs.End[Bin] - Runs.Begin[Bin];
    }
  }
  template <class Counter> KC_CUB void Histogram(T (&In)[Items], Counter *To) {
    InitHistogram(To);
    __syncthreads();
    Composite(In, To);
  }
};
#undef KC_OTHERWISE
} // namespace cub
#endif
