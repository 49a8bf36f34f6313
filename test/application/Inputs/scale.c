#ifdef __APPLE__
#include <OpenCL/opencl.h>
#else
#include <CL/cl.h>
#endif
#include <stdlib.h>

cl_command_queue queue;
cl_kernel kernel;

void prepare(cl_context context, cl_device_id device, cl_program program) {
  queue = clCreateCommandQueue(context, device, 0, NULL);
  kernel = clCreateKernel(program, "scale", NULL);
}

void run(cl_mem buffer, int n) {
  float by = 2;
  size_t local = 128, global[1];
  global[0] = (n + local - 1) / local * local;
  clSetKernelArg(kernel, 0, sizeof(cl_mem), (void *)&buffer);
  clSetKernelArg(kernel, 1, sizeof(float), (void *)&by);
  clSetKernelArg(kernel, 2, sizeof(int), (void *)&n);
  clSetKernelArg(kernel, 3, local * sizeof(float), NULL);
  clEnqueueNDRangeKernel(queue, kernel, 1, NULL, global, &local, 0, NULL, NULL);
  clFinish(queue);
}

int main(void) {
  int n = 1000;
  float *x = (float *)malloc(n * sizeof(float));
  cl_context context = clCreateContext(0, 0, 0, 0, 0, 0);
  prepare(context, 0, 0);
  cl_mem a = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                            n * sizeof(float), x, NULL);
  cl_mem b = clCreateBuffer(context, CL_MEM_READ_WRITE, 400, NULL, NULL);
  clEnqueueWriteBuffer(queue, b, CL_TRUE, 0, 400, x, 0, NULL, NULL);
  run(a, n);
  run(b, 100);
  clEnqueueCopyBuffer(queue, a, b, 0, 0, 80, 0, NULL, NULL);
  clEnqueueReadBuffer(queue, a, CL_TRUE, 0, n * sizeof(float), x, 0, NULL,
                      NULL);
}
