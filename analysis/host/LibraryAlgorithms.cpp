//===- LibraryAlgorithms.cpp - What thrust's and cub's calls take ---------===//

#include "analysis/host/LibraryAlgorithms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;
using namespace kernelcast;
using namespace kernelcast::host;

using Does = LibraryAlgorithm::Kind;

// clang-format off
constexpr LibraryAlgorithm Thrust[] = {
  {"sort", "Fl", Does::Sort}, {"sort", "Flo", Does::Sort},
  {"stable_sort", "Fl", Does::Sort}, {"stable_sort", "Flo", Does::Sort},
  {"sort_by_key", "Flu", Does::Sort}, {"sort_by_key", "Fluo", Does::Sort},
  {"stable_sort_by_key", "Flu", Does::Sort},
  {"stable_sort_by_key", "Fluo", Does::Sort},
  {"fill", "Wl-", Does::Map}, {"fill_n", "Wn-", Does::Map},
  {"uninitialized_fill", "Wl-", Does::Map},
  {"sequence", "Wl", Does::Map}, {"sequence", "Wl-", Does::Map},
  {"sequence", "Wl--", Does::Map},
  {"generate", "Wlp", Does::Map}, {"tabulate", "Wlp", Does::Map},
  {"copy", "flw", Does::Copy}, {"copy_n", "fnw", Does::Copy},
  {"copy_if", "flwp", Does::Select}, {"copy_if", "flrwp", Does::Select},
  {"transform", "flwo", Does::Map}, {"transform", "flrwo", Does::Map},
  {"for_each", "Flp", Does::Map}, {"for_each_n", "Fnp", Does::Map},
  {"gather", "flrw", Does::Map}, {"scatter", "flrw", Does::Map},
  {"replace", "Fl--", Does::Map}, {"replace_if", "Flp-", Does::Map},
  {"replace_if", "Flrp-", Does::Map},
  {"reverse", "Fl", Does::Map}, {"swap_ranges", "Flu", Does::Map},
  {"adjacent_difference", "flw", Does::Map},
  {"adjacent_difference", "flwo", Does::Map},
  {"reduce", "fl", Does::Reduce}, {"reduce", "fl-", Does::Reduce},
  {"reduce", "fl-o", Does::Reduce},
  {"transform_reduce", "flo-o", Does::Reduce},
  {"inner_product", "flr-", Does::Reduce},
  {"inner_product", "flr-oo", Does::Reduce},
  {"count", "fl-", Does::Reduce}, {"count_if", "flp", Does::Reduce},
  {"min_element", "fl", Does::Reduce}, {"min_element", "flo", Does::Reduce},
  {"max_element", "fl", Does::Reduce}, {"max_element", "flo", Does::Reduce},
  {"minmax_element", "fl", Does::Reduce},
  {"minmax_element", "flo", Does::Reduce},
  {"equal", "flr", Does::Reduce}, {"all_of", "flp", Does::Reduce},
  {"any_of", "flp", Does::Reduce}, {"none_of", "flp", Does::Reduce},
  {"find", "fl-", Does::Reduce}, {"find_if", "flp", Does::Reduce},
  {"is_sorted", "fl", Does::Reduce}, {"is_sorted", "flo", Does::Reduce},
  {"inclusive_scan", "flw", Does::Scan}, {"inclusive_scan", "flwo", Does::Scan},
  {"exclusive_scan", "flw", Does::Scan}, {"exclusive_scan", "flw-", Does::Scan},
  {"exclusive_scan", "flw-o", Does::Scan},
  {"inclusive_scan_by_key", "flrw", Does::Scan},
  {"inclusive_scan_by_key", "flrwo", Does::Scan},
  {"inclusive_scan_by_key", "flrwoo", Does::Scan},
  {"exclusive_scan_by_key", "flrw", Does::Scan},
  {"exclusive_scan_by_key", "flrw-", Does::Scan},
  {"exclusive_scan_by_key", "flrw-o", Does::Scan},
  {"exclusive_scan_by_key", "flrw-oo", Does::Scan},
  {"reduce_by_key", "flrww", Does::Select},
  {"reduce_by_key", "flrwwo", Does::Select},
  {"reduce_by_key", "flrwwoo", Does::Select},
  {"unique", "Fl", Does::Select}, {"unique", "Flo", Does::Select},
  {"unique_by_key", "Flu", Does::Select},
  {"unique_by_key", "Fluo", Does::Select},
  {"unique_copy", "flw", Does::Select},
  {"unique_by_key_copy", "flrww", Does::Select},
  {"remove", "Fl-", Does::Select}, {"remove_if", "Flp", Does::Select},
  {"remove_if", "Flrp", Does::Select},
  {"remove_copy_if", "flwp", Does::Select},
  {"partition", "Flp", Does::Select},
  {"stable_partition", "Flp", Does::Select},
};

constexpr LibraryAlgorithm Cub[] = {
  {"DeviceReduce::Sum", "rxn", Does::Reduce},
  {"DeviceReduce::Min", "rxn", Does::Reduce},
  {"DeviceReduce::Max", "rxn", Does::Reduce},
  {"DeviceReduce::ArgMin", "rxn", Does::Reduce},
  {"DeviceReduce::ArgMax", "rxn", Does::Reduce},
  {"DeviceReduce::Reduce", "rxno-", Does::Reduce},
  {"DeviceScan::ExclusiveSum", "rwn", Does::Scan},
  {"DeviceScan::ExclusiveSum", "un", Does::Scan},
  {"DeviceScan::InclusiveSum", "rwn", Does::Scan},
  {"DeviceScan::InclusiveSum", "un", Does::Scan},
  {"DeviceScan::ExclusiveScan", "rwo-n", Does::Scan},
  {"DeviceScan::InclusiveScan", "rwon", Does::Scan},
  {"DeviceRadixSort::SortKeys", "rwn", Does::Sort},
  {"DeviceRadixSort::SortKeys", "un", Does::Sort},
  {"DeviceRadixSort::SortKeysDescending", "rwn", Does::Sort},
  {"DeviceRadixSort::SortKeysDescending", "un", Does::Sort},
  {"DeviceRadixSort::SortPairs", "rwrwn", Does::Sort},
  {"DeviceRadixSort::SortPairs", "uun", Does::Sort},
  {"DeviceRadixSort::SortPairsDescending", "rwrwn", Does::Sort},
  {"DeviceRadixSort::SortPairsDescending", "uun", Does::Sort},
  {"DeviceMergeSort::SortKeys", "uno", Does::Sort},
  {"DeviceMergeSort::SortPairs", "uuno", Does::Sort},
  {"DeviceSelect::Flagged", "rrwxn", Does::Select},
  {"DeviceSelect::Flagged", "urxn", Does::Select},
  {"DeviceSelect::If", "rwxnp", Does::Select},
  {"DeviceSelect::If", "uxnp", Does::Select},
  {"DeviceSelect::Unique", "rwxn", Does::Select},
  {"DevicePartition::Flagged", "rrwxn", Does::Select},
  {"DevicePartition::If", "rwxnp", Does::Select},
  {"DeviceRunLengthEncode::Encode", "rwwxn", Does::Select},
  {"DeviceHistogram::HistogramEven", "rx---n", Does::Map},
};
// clang-format on

bool kernelcast::host::isNumber(const clang::Expr *E) {
  return E->getType().getNonReferenceType()->isIntegralOrEnumerationType();
}

/// Whether \p E can be what \p Letter stands for.
static bool fits(char Letter, const clang::Expr *E) {
  switch (Letter) {
  case 'n':
    return isNumber(E);
  case 'p':
  case 'o':
    return !isNumber(E) && !E->getType()->isFloatingType();
  case '-':
    return true;
  default:
    return !isNumber(E);
  }
}

static bool fits(StringRef Letters, ArrayRef<const clang::Expr *> Given) {
  return all_of(zip(Letters, Given), [](const auto &Pair) {
    return fits(std::get<0>(Pair), std::get<1>(Pair));
  });
}

PassAlgorithm LibraryAlgorithm::passes() const {
  switch (What) {
  case Does::Map:
  case Does::Copy:
    return PassAlgorithm::Map;
  case Does::Reduce:
    return PassAlgorithm::Reduction;
  case Does::Scan:
    return PassAlgorithm::Scan;
  case Does::Select:
    return PassAlgorithm::Selection;
  case Does::Sort:
    return PassAlgorithm::MergeSort;
  }
  llvm_unreachable("every row does something");
}

const LibraryAlgorithm *
kernelcast::host::thrustAlgorithm(StringRef Name,
                                  ArrayRef<const clang::Expr *> Given) {
  const auto *It = find_if(Thrust, [&](const LibraryAlgorithm &A) {
    return A.Name == Name && A.Letters.size() == Given.size() &&
           fits(A.Letters, Given);
  });
  return It == std::end(Thrust) ? nullptr : It;
}

const LibraryAlgorithm *
kernelcast::host::cubAlgorithm(StringRef Name,
                               ArrayRef<const clang::Expr *> Given) {
  const auto *It = find_if(Cub, [&](const LibraryAlgorithm &A) {
    return A.Name == Name && A.Letters.size() <= Given.size() &&
           fits(A.Letters, Given);
  });
  return It == std::end(Cub) ? nullptr : It;
}
