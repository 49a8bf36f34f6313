/* Asks about two configurations of transpose.json:

     cc -std=c99 ask.c -lkernelcast-c -o ask && ./ask transpose.json  */
#include <kernelcast.h>
#include <stdio.h>

int main(int argc, char **argv) {
  const char *options[] = {"--gpu", "a100-pcie-40gb", "--counts", "ast"};
  const char *names[] = {"block_size_x", "block_size_y", "PADDING"};
  const char *values[] = {"32", "8",  "1",  /* the first configuration */
                          "64", "32", "0"}; /* and the second: 2048 threads */
  kernelcast_space *space = NULL;
  kernelcast_answer *answer = NULL;
  char *message = NULL;
  if (argc != 2)
    return 2;
  if (kernelcast_open(argv[1], options, 4, &space, &message) != KERNELCAST_OK ||
      kernelcast_ask(space, names, 3, values, 2, &answer, &message) !=
          KERNELCAST_OK) {
    fprintf(stderr, "ask: %s\n", message ? message : "no memory");
    kernelcast_free(message);
    kernelcast_close(space);
    return 1;
  }
  for (size_t i = 0; i != kernelcast_answer_count(answer); ++i) {
    const kernelcast_forecast *known = kernelcast_forecast_at(answer, i);
    if (known->can_run)
      printf("rank %d: %.3g ms, %s\n", (int)known->rank, known->time_s * 1e3,
             known->bottleneck);
    else
      printf("rank %d: cannot run, %s\n", (int)known->rank, known->reason);
  }
  kernelcast_release(answer);
  kernelcast_close(space);
  return 0;
}
