//===- Archive.h - Values as bytes, and back --------------------*- C++ -*-===//
//
// MessagePack without names: both ends know what comes. A structure says once
// what it has,
//
//   template <typename A> void fields(A &Archive, SourceSpot &Spot) {
//     auto &[File, Line, Column] = Spot;
//     Archive(File, Line, Column);
//   }
//
// for writing and for reading. The structured binding does not compile any more
// when the structure gets another field, so that none is forgotten.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_LINT_ARCHIVE_H
#define KERNELCAST_TOOL_LINT_ARCHIVE_H

#include "llvm/ADT/bit.h"
#include "llvm/BinaryFormat/MsgPackReader.h"
#include "llvm/BinaryFormat/MsgPackWriter.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

namespace kernelcast {

template <typename T>
concept ArchivedAsNumber =
    std::is_integral_v<T> || std::is_enum_v<T> || std::is_same_v<T, double>;
template <typename T>
concept ArchivedAsPair = requires(T V) {
  V.first;
  V.second;
};
template <typename T>
concept ArchivedAsOptional = requires(T V) {
  V.has_value();
  V.emplace();
};
/// Vectors, sets and maps.
template <typename T>
concept ArchivedAsRange = !std::is_same_v<T, std::string> && requires(T V) {
  V.clear();
  V.begin();
};

/// Numbers go as 64 bits without a sign; a double as its own bits, since
/// MessagePack of LLVM rounds some.
template <ArchivedAsNumber T> uint64_t asBits(T Value) {
  if constexpr (std::is_same_v<T, double>)
    return llvm::bit_cast<uint64_t>(Value);
  else
    return static_cast<uint64_t>(Value);
}

class ArchiveWriter {
public:
  explicit ArchiveWriter(llvm::raw_ostream &OS) : Out(OS) {}

  template <typename... T> void operator()(const T &...Values) {
    (write(Values), ...);
  }

private:
  template <typename T> void write(const T &Value) {
    if constexpr (ArchivedAsNumber<T>) {
      Out.write(asBits(Value));
    } else if constexpr (std::is_same_v<T, std::string>) {
      Out.write(llvm::StringRef(Value));
    } else if constexpr (ArchivedAsOptional<T>) {
      (*this)(Value.has_value());
      if (Value)
        (*this)(*Value);
    } else if constexpr (ArchivedAsRange<T>) {
      (*this)(Value.size());
      for (const auto &Each : Value)
        (*this)(Each);
    } else if constexpr (ArchivedAsPair<T>) {
      (*this)(Value.first, Value.second);
    } else {
      // One function for both directions; this one changes nothing.
      fields(*this, const_cast<T &>(Value));
    }
  }
  template <typename T, size_t N> void write(const std::array<T, N> &Value) {
    for (const T &Each : Value)
      (*this)(Each);
  }

  llvm::msgpack::Writer Out;
};

class ArchiveReader {
public:
  explicit ArchiveReader(llvm::StringRef Bytes) : In(Bytes) {}

  /// Whether all that was asked for was there.
  bool good() const { return Good; }
  /// What is read cannot be.
  void fail() { Good = false; }

  template <typename... T> void operator()(T &...Values) {
    (read(Values), ...);
  }

private:
  bool next(llvm::msgpack::Object &Result) {
    if (!Good)
      return false;
    auto Found = In.read(Result);
    Good = Found && *Found;
    if (!Found)
      llvm::consumeError(Found.takeError());
    return Good;
  }
  bool is(const llvm::msgpack::Object &Object, llvm::msgpack::Type Kind) {
    Good = Object.Kind == Kind;
    return Good;
  }
  uint64_t number() {
    llvm::msgpack::Object Number;
    if (!next(Number))
      return 0;
    // Small ones come back as signed.
    if (Number.Kind == llvm::msgpack::Type::Int)
      return static_cast<uint64_t>(Number.Int);
    return is(Number, llvm::msgpack::Type::UInt) ? Number.UInt : 0;
  }

  template <typename T> void read(T &Value) {
    if constexpr (std::is_same_v<T, double>) {
      Value = llvm::bit_cast<double>(number());
    } else if constexpr (ArchivedAsNumber<T>) {
      Value = static_cast<T>(number());
    } else if constexpr (std::is_same_v<T, std::string>) {
      llvm::msgpack::Object Text;
      if (next(Text) && is(Text, llvm::msgpack::Type::String))
        Value = Text.Raw.str();
    } else if constexpr (ArchivedAsOptional<T>) {
      bool There = false;
      (*this)(There);
      Value.reset();
      if (There && Good)
        (*this)(Value.emplace());
    } else if constexpr (ArchivedAsRange<T>) {
      readRange(Value);
    } else {
      fields(*this, Value);
    }
  }
  template <typename T, size_t N> void read(std::array<T, N> &Value) {
    for (T &Each : Value)
      (*this)(Each);
  }
  template <typename A, typename B> void read(std::pair<A, B> &Value) {
    (*this)(Value.first, Value.second);
  }

  template <typename T> void readRange(T &Value) {
    size_t Count = 0;
    (*this)(Count);
    // No more than there are bytes: each element takes one.
    for (Value.clear(); Good && Count != 0; --Count)
      if constexpr (requires { typename T::mapped_type; }) {
        std::pair<typename T::key_type, typename T::mapped_type> Each;
        (*this)(Each);
        Value.insert(std::move(Each));
      } else {
        typename T::value_type Each{};
        (*this)(Each);
        Value.insert(Value.end(), std::move(Each));
      }
  }

  llvm::msgpack::Reader In;
  bool Good = true;
};

} // namespace kernelcast

#endif // KERNELCAST_TOOL_LINT_ARCHIVE_H
