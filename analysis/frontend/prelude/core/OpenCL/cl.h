// Part of the prelude.
#pragma GCC system_header
#include <CL/cl.h>
