//===- Graph.cpp - kernelcast graph ---------------------------------------===//

#include "tool/Tool.h"

int kernelcast::runGraph(const CommandLine &) { return Usage; }
