#include <cuda_pipeline_primitives.h>
#include <cuda/pipeline>
