//===- FileProgress.cpp - What a run is busy with -------------------------===//

#include "tool/FileProgress.h"
#include "tool/report/Numbers.h"
#include "tool/report/SourceLines.h"
#include <fmt/format.h>

using namespace kernelcast;

/// Back to the first column, and nothing behind it.
static constexpr const char *Wipe = "\r\033[K";

FileProgress::FileProgress(llvm::raw_ostream *OS, size_t Total,
                           std::chrono::milliseconds Patience,
                           std::function<unsigned()> Columns)
    : OS(OS), Total(Total), Patience(Patience), Columns(std::move(Columns)),
      Start(std::chrono::steady_clock::now()) {
  if (OS)
    Showing = std::thread([this] { keepShowing(); });
}

FileProgress::~FileProgress() {
  if (!OS)
    return;
  {
    std::lock_guard Hold(Lock);
    Done = true;
  }
  Changed.notify_all();
  Showing.join();
  if (Shown)
    *OS << Wipe;
}

void FileProgress::begin(const std::string &File) {
  if (!OS)
    return;
  std::lock_guard Hold(Lock);
  ++Begun;
  Current = printable(File);
  if (Shown)
    show();
}

/// The last \p Most columns of \p Text.
static llvm::StringRef lastColumns(llvm::StringRef Text, size_t Most) {
  while (columns(Text) > Most)
    do
      Text = Text.drop_front();
    while (!Text.empty() && (Text.front() & 0xc0) == 0x80);
  return Text;
}

std::string FileProgress::line() const {
  const auto Seconds = std::chrono::duration_cast<std::chrono::seconds>(
      std::chrono::steady_clock::now() - Start);
  const std::string Before = fmt::format("[{}/{}] ", Begun, Total);
  const std::string Behind = fmt::format("  {} s", Seconds.count());
  std::string File = Current;
  const unsigned Width = Columns();
  if (Width == 0)
    return Before + File + Behind;
  // A line that is full already goes on in the next, which Wipe leaves alone.
  const size_t Most = Width - 1;
  const size_t Rest = Before.size() + Behind.size();
  // Of a long path, the end tells most.
  constexpr llvm::StringRef Ellipsis = "...";
  if (Rest + columns(File) > Most && Most > Rest + Ellipsis.size())
    File = (Ellipsis + lastColumns(File, Most - Rest - Ellipsis.size())).str();
  else if (Rest + columns(File) > Most)
    return (Before + Behind).substr(0, Most);
  return Before + File + Behind;
}

void FileProgress::show() {
  *OS << Wipe << line();
  OS->flush();
  Shown = true;
}

void FileProgress::keepShowing() {
  std::unique_lock Hold(Lock);
  if (Changed.wait_for(Hold, Patience, [&] { return Done; }))
    return;
  do
    show();
  while (
      !Changed.wait_for(Hold, std::chrono::seconds(1), [&] { return Done; }));
}
