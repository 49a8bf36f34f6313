//===- kc_sequences.h - Steps that a library unrolls ----------------------===//
//
// kc_upto<N>() stands for the numbers from 0 to N - 1: a function that takes it
// as kc_numbers<int, I...> does something for each of them by a fold
// expression, (f(I), ...), without a loop to see and without calls inside
// calls.
//===----------------------------------------------------------------------===//
#pragma GCC system_header
#ifndef KERNELCAST_SEQUENCES_H
#define KERNELCAST_SEQUENCES_H
template <class T, T... I> struct kc_numbers {};
template <int N> using kc_upto = __make_integer_seq<kc_numbers, int, N>;
#endif
