//===- omp.h - Threads of the host, declared ------------------------------===//
#pragma GCC system_header
#pragma once
extern "C" {
int omp_get_thread_num();
int omp_get_num_threads();
int omp_get_max_threads();
int omp_get_num_procs();
void omp_set_num_threads(int);
double omp_get_wtime();
}
