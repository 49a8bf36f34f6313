//===- helper_cuda.h - Error checks that samples call ---------------------===//
#pragma GCC system_header
#pragma once
#include <stdio.h>
#include <stdlib.h>
#define checkCudaErrors(X) (void)(X)
#define getLastCudaError(X) (void)(X)
#define printLastCudaError(X) (void)(X)
#ifndef MAX
#define MAX(A, B) ((A) > (B) ? (A) : (B))
#endif
int findCudaDevice(int, const char **);
int gpuGetMaxGflopsDeviceId();
int _ConvertSMVer2Cores(int, int);
