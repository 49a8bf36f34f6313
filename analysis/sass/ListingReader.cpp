//===- ListingReader.cpp - Machine code as text, line by line -------------===//
//
// A line is a header, a label, a part of an encoding, an instruction or nothing
// of interest. Encodings are words of 64 bits; which instruction a word belongs
// to is known at the function's end, by the distance of addresses:
//
//   8 bytes   words alone on a line are control words, one per 32 bytes
//   16 bytes  they are the second half of the instruction before them
//===----------------------------------------------------------------------===//

#include "analysis/sass/SassListing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <algorithm>

using namespace llvm;

namespace kernelcast {

class ListingReader {
public:
  ListingReader(StringRef Text, StringRef FileName) {
    Listing.File = FileName.str();
    Listing.Text = std::make_unique<std::string>(Text);
  }

  Expected<SassListing> run() {
    StringRef Rest = *Listing.Text;
    while (!Rest.empty()) {
      auto [Now, After] = Rest.split('\n');
      Rest = After;
      ++Number;
      Whole = Now;
      if (Error E = line(Now.trim()))
        return E;
    }
    finish();
    erase_if(Listing.Functions, [](const SassFunction &Function) {
      return Function.Instructions.empty();
    });
    if (Listing.Functions.empty())
      return createStringError(
          Listing.File +
          ": error: no function in this listing; make one with 'cuobjdump "
          "-sass' or 'nvdisasm -hex' of the compiled program");
    return std::move(Listing);
  }

private:
  /// A word that stands alone, and how many instructions stand before it.
  struct LoneWord {
    size_t Before;
    uint64_t Value;
  };

  Error fail(const char *At, const Twine &Why) const {
    return createStringError(Listing.File + ":" + Twine(Number) + ":" +
                             Twine(At - Whole.begin() + 1) + ": error: " + Why);
  }

  Error line(StringRef Now) {
    if (Now.empty())
      return Error::success();
    if (Now.starts_with("/*"))
      return commented(Now);
    if (Now.consume_front("//")) {
      sourceLine(Now);
      return Error::success();
    }
    if (Now.consume_front("code for sm_") || Now.consume_front(".target sm_") ||
        Now.consume_front("arch = sm_")) {
      finish();
      Current = nullptr;
      Architecture = number(Now);
    } else if (Now.consume_front("Function :")) {
      begin(Now.trim());
    } else if (Now.starts_with(".section") && !Now.starts_with(".sectioni") &&
               !Now.starts_with(".sectionf")) {
      Now = Now.drop_front(StringRef(".section").size()).trim();
      if (Now.consume_front(".text."))
        begin(Now.take_until([](char C) { return C == ',' || isSpace(C); }));
      else {
        finish();
        Current = nullptr;
      }
    } else if (Now.starts_with(".headerflags")) {
      flags(Now);
    } else if (Current && Now.starts_with(".section")) {
      if (auto Count = behind(Now, "SHI_REGISTERS=")) {
        if (*Count == 0 || *Count > 255)
          return fail(Now.begin(), "a thread has 1 to 255 registers");
        Current->StatedRegisters = Count;
      }
      if (auto Count = behind(Now, "SHF_BARRIERS="))
        Current->StatedBarriers = Count;
    } else if (Current && Now.ends_with(":") &&
               Now.find_first_of(" \t") == StringRef::npos) {
      Current->Labels.push_back({Now.drop_back(), size()});
    }
    return Error::success();
  }

  unsigned size() const {
    return static_cast<unsigned>(Current->Instructions.size());
  }

  /// The decimal number at the begin of \p Text, 0 without one.
  static unsigned number(StringRef Text) {
    unsigned Value = 0;
    return Text.consumeInteger(10, Value) ? 0 : Value;
  }

  static std::optional<unsigned> behind(StringRef Text, StringRef Key) {
    const size_t At = Text.find(Key);
    unsigned Value = 0;
    if (At == StringRef::npos ||
        Text.substr(At + Key.size()).consumeInteger(10, Value))
      return std::nullopt;
    return Value;
  }

  /// `.headerflags @"EF_CUDA_SM75 ..."`: of the function whose header comes
  /// before it, of all that follow where none does.
  void flags(StringRef Now) {
    const auto Found = behind(Now, "EF_CUDA_SM");
    if (!Found)
      return;
    if (!Current)
      Architecture = *Found;
    else if (!Current->Architecture)
      Current->Architecture = *Found;
  }

  /// `//## File "a.cu", line 4 inlined at "b.cu", line 9`. Where a line for
  /// "b.cu", line 9 follows at once, it is that of the call.
  void sourceLine(StringRef Now) {
    Now = Now.trim();
    if (!Now.consume_front("##"))
      return;
    auto [Here, Call] = Now.split(" inlined at ");
    const StringRef Place = Here.substr(Here.find('"')).trim();
    const auto Found = behind(Place.substr(Place.rfind('"')), "line ");
    if (!Found)
      return;
    const bool IsCall = !NextCall.empty() && Place == NextCall;
    NextCall = Call.trim();
    if (IsCall)
      return;
    SourceFile = Place.split('"').second.rsplit('"').first;
    SourceLine = *Found;
    InlinedAt = NextCall;
  }

  void begin(StringRef Name) {
    finish();
    // nvdisasm names a section twice in its header; so does a second dump.
    Current = &Listing.Functions.emplace_back();
    Current->Name = compiledName(Name);
    Current->Architecture = Architecture;
    Current->Line = Number;
    SourceLine = 0;
    SourceFile = InlinedAt = NextCall = {};
  }

  /// A line that begins with a comment: an address or an encoding.
  Error commented(StringRef Now) {
    const char *Begin = Now.begin();
    const size_t End = Now.find("*/");
    if (End == StringRef::npos)
      return fail(Begin, "this comment has no end");
    StringRef Inside = Now.slice(2, End).trim();
    StringRef Rest = Now.substr(End + 2).trim();
    if (!Current || Inside.empty() ||
        !all_of(Inside.drop_front(Inside.starts_with("0x") ? 2 : 0),
                [](char C) { return isHexDigit(C); }))
      return Error::success(); // of another program
    if (Inside.consume_front("0x")) {
      uint64_t Word = 0;
      if (Inside.getAsInteger(16, Word))
        return fail(Begin, "an encoding is a number of at most 64 bits");
      Lone.push_back({Current->Instructions.size(), Word});
      // Braces may close behind a control word's line.
      return Error::success();
    }
    uint64_t Address = 0;
    if (Inside.getAsInteger(16, Address) || Address >> 48)
      return fail(Begin, "an address is a number of at most 48 bits");
    return instruction(Address, Rest, Begin);
  }

  Error instruction(uint64_t Address, StringRef Rest, const char *Begin) {
    if (!Current->Instructions.empty() &&
        Address <= Current->Instructions.back().Address)
      return fail(Begin, "this address is not above the last one");
    if (++Instructions > MaxListingInstructions)
      return fail(Begin, "a listing has at most " +
                             Twine(MaxListingInstructions) + " instructions");
    SassInstruction I;
    I.Address = Address;
    I.Line = Number;
    I.SourceFile = SourceFile;
    I.SourceLine = SourceLine;
    I.InlinedAt = InlinedAt;
    NextCall = {};
    if (Rest.consume_front("{")) {
      I.WithNext = true;
      Rest = Rest.ltrim();
    }
    if (Rest.consume_front("@")) {
      I.Guard = Rest.take_until([](char C) { return isSpace(C); });
      Rest = Rest.drop_front(I.Guard.size()).ltrim();
      if (I.Guard.ltrim('!').empty())
        return fail(Rest.begin(), "a predicate is missing behind '@'");
    }
    const size_t End = Rest.find(';');
    if (End == StringRef::npos)
      return fail(Rest.begin(), "an instruction ends with ';'");
    StringRef Text = Rest.take_front(End).rtrim();
    I.Column = Rest.begin() - Whole.begin() + 1;
    I.Opcode = Text.take_until([](char C) { return isSpace(C); });
    if (I.Opcode.empty() || !isUpper(I.Opcode[0]) ||
        !all_of(I.Opcode, [](char C) {
          return isAlnum(C) || C == '_' || C == '.' || C == '?';
        }))
      return fail(Rest.begin(), "an opcode is missing");
    I.Operands = Text.drop_front(I.Opcode.size()).trim();
    Current->Instructions.push_back(I);
    return Error::success();
  }

  /// The function is whole: its control codes and pairs.
  void finish() {
    if (!Current || Current->Instructions.empty()) {
      Lone.clear();
      return;
    }
    std::vector<SassInstruction> &All = Current->Instructions;
    const bool Wide = Current->instructionBytes() == 16;
    for (const LoneWord &Word : Lone) {
      if (Wide) {
        // Twice for one instruction: text of something else.
        if (Word.Before && !All[Word.Before - 1].Control)
          All[Word.Before - 1].Control = controlOfHalf(Word.Value);
        continue;
      }
      // The three behind it, by their places in 32 bytes.
      const size_t Most = std::min(Word.Before + 3, All.size());
      for (size_t I = Word.Before; I < Most; ++I) {
        const unsigned Place = All[I].Address / 8 % 4;
        if (All[I].Address / 32 != All[Word.Before].Address / 32 || !Place)
          break;
        All[I].Control = controlOfThree(Word.Value, Place - 1);
      }
    }
    // Maxwell and Pascal alone issue two at a time.
    for (size_t I = 0; I != All.size(); ++I) {
      const std::optional<ControlCode> &Control = All[I].Control;
      if (!Wide && Control && Control->Stall == 0)
        All[I].WithNext = true;
      if (Wide || I + 1 == All.size())
        All[I].WithNext = false;
    }
    llvm::sort(Current->Labels, [](const SassLabel &A, const SassLabel &B) {
      return A.Name < B.Name;
    });
    Lone.clear();
  }

  SassListing Listing;
  StringRef Whole;     ///< the line
  unsigned Number = 0; ///< of it
  SassFunction *Current = nullptr;
  unsigned Architecture = 0, SourceLine = 0;
  StringRef SourceFile, InlinedAt; ///< with SourceLine
  StringRef NextCall;        ///< that a line which follows at once may be about
  uint64_t Instructions = 0; ///< of all functions
  std::vector<LoneWord> Lone; ///< of the current function
};

Expected<SassListing> parseSassListing(StringRef Text, StringRef FileName) {
  return ListingReader(Text, FileName).run();
}

Expected<SassListing> loadSassListing(StringRef Path) {
  auto Refuse = [&](const Twine &Why) {
    return createStringError(Twine(Path) + ": error: " + Why);
  };
  sys::fs::file_status Status;
  if (std::error_code EC = sys::fs::status(Path, Status))
    return Refuse("cannot read the listing: " + EC.message());
  if (Status.type() != sys::fs::file_type::regular_file)
    return Refuse("cannot read the listing: not a regular file");
  if (Status.getSize() > MaxListingBytes)
    return Refuse("a listing has at most " + Twine(MaxListingBytes) +
                  " bytes, this one has " + Twine(Status.getSize()));
  auto Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    return Refuse("cannot read the listing: " + Buffer.getError().message());
  return parseSassListing((*Buffer)->getBuffer(), Path);
}

} // namespace kernelcast
