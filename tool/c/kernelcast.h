/*===- kernelcast.h - Forecasts for autotuners, from C ------------*- C -*-===*\

  A tuner opens a space once and asks about configurations as it comes to them,
  one at a time or many at once. Nothing is compiled for a GPU, and none is
  needed. See docs/c-interface.md for a program.

  Configurations are texts in a table, a column for each parameter, or JSON. The
  answers are those of `kernelcast prune --serve`.

  Failures    are a status, and a message that is yours to release. Whatever
              else a function would have set is then left as it was.
  Ownership   what kernelcast_open() and kernelcast_ask() give is released by
              kernelcast_close() and kernelcast_release(). Texts that other
              functions return belong to the object that was asked.
  Threads     all functions may be called by several threads at once, about one
              object too. Only its release has to wait until nobody uses it.
              A question uses as many threads as the option "-j" says.
  Memory      an answer takes some 500 bytes for each configuration, of which
              500 000 at most are answered at once. A source is read when it is
              first asked about, that of one configuration at the opening, to
              look for the kernel (of 17, if it is not there). The last 64 that
              differ in their macros stay, and as many that are compiled. Where
              memory ends, or there is no thread to be had, the status is
              KERNELCAST_NO_MEMORY; while a source is read or a launch is looked
              at, it ends the process.
  Signals     a crash while a source is read ends that reading and not the
              process. To this end kernelcast_open() and the questions set
              handlers of SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV and SIGTRAP.
              A signal that is not from such a reading puts back the handlers
              that were there before and goes to them; the next reading sets
              ours again. A crash between the two, or under handlers that the
              host sets later, goes to the host's.
              Nothing is written to standard output or standard error.
\*===----------------------------------------------------------------------===*/
#ifndef KERNELCAST_H
#define KERNELCAST_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define KERNELCAST_EXPORT __attribute__((visibility("default")))
#else
#define KERNELCAST_EXPORT
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Grows with each addition; programs for a lower number keep running. */
#define KERNELCAST_INTERFACE 1

enum {
  KERNELCAST_OK = 0,
  KERNELCAST_BAD_CALL = 1,  /* a pointer that must not be null, is */
  KERNELCAST_BAD_INPUT = 2, /* an option, the space, the source, the question */
  KERNELCAST_NO_MEMORY = 3
};

/* A tuning space that is open for questions. */
typedef struct kernelcast_space kernelcast_space;
/* The answer to one question. It may outlive the space. */
typedef struct kernelcast_answer kernelcast_answer;

/* What is known of one configuration. Later versions may add fields at the end,
   so take it where kernelcast_forecast_at() says and do not copy it by size. */
typedef struct kernelcast_forecast {
  uint64_t rank;          /* from 1, among those of the question */
  uint64_t same_as;       /* rank of the first that is the same program; 0: none
                             is before it */
  int can_run;            /* 0: it cannot */
  double time_s;          /* predicted, in seconds; NaN: there is none */
  double low_s, high_s;   /* the interval around it, or NaN */
  const char *reason;     /* why it cannot run or has no time, or what is
                             doubtful about its time; else "" */
  const char *bottleneck; /* what limits it; "" without a time */
  const char *counts;     /* where instructions were counted: "ir", "ast" */
} kernelcast_forecast;

/* "0.1.0": the version of kernelcast. */
KERNELCAST_EXPORT const char *kernelcast_version(void);
/* KERNELCAST_INTERFACE of the library that runs. */
KERNELCAST_EXPORT int kernelcast_interface(void);

/* Opens the space in space_file: T1, JSON or CSV. The options are those of
   `kernelcast prune`, one text for each word: {"--gpu", "a100-pcie-40gb",
   "--counts", "ast"}. Those about a ranking or its output are refused.
   option_count may be 0. A message (may be null) is to be released by
   kernelcast_free(). */
KERNELCAST_EXPORT int kernelcast_open(const char *space_file,
                                      const char *const *options,
                                      size_t option_count,
                                      kernelcast_space **space, char **message);
/* Null is fine. */
KERNELCAST_EXPORT void kernelcast_close(kernelcast_space *space);
KERNELCAST_EXPORT void kernelcast_free(char *message);

/* The parameters of the space, in its order; null: there is no such one. */
KERNELCAST_EXPORT size_t
kernelcast_parameter_count(const kernelcast_space *space);
KERNELCAST_EXPORT const char *
kernelcast_parameter_name(const kernelcast_space *space, size_t parameter);

/* What `prune` says on standard error when it reads the space: how the file was
   read, what in it looks wrong, that there is no cache. */
KERNELCAST_EXPORT size_t kernelcast_note_count(const kernelcast_space *space);
KERNELCAST_EXPORT const char *kernelcast_note(const kernelcast_space *space,
                                              size_t note);

/* Asks about configuration_count configurations: values has name_count texts
   for the first one, as many for the next, and so on. The names are those of
   all parameters, in any order. A whole number is written in decimal digits, a
   truth as true or false. Values that the space does not list are fine, and its
   conditions are not asked. */
KERNELCAST_EXPORT int
kernelcast_ask(const kernelcast_space *space, const char *const *names,
               size_t name_count, const char *const *values,
               size_t configuration_count, kernelcast_answer **answer,
               char **message);

/* The same for JSON, at most 16 MiB: an object for one configuration, a list of
   objects for several. The text ends with a 0. */
KERNELCAST_EXPORT int kernelcast_ask_json(const kernelcast_space *space,
                                          const char *configurations,
                                          kernelcast_answer **answer,
                                          char **message);

/* How many configurations were asked for. */
KERNELCAST_EXPORT size_t
kernelcast_answer_count(const kernelcast_answer *answer);
/* What is known of one, in the order of the question; null: there is no such
   one. */
KERNELCAST_EXPORT const kernelcast_forecast *
kernelcast_forecast_at(const kernelcast_answer *answer, size_t configuration);
/* The whole answer as JSON, as --serve writes it, without an end of line. */
KERNELCAST_EXPORT const char *
kernelcast_answer_json(const kernelcast_answer *answer);
/* Null is fine. */
KERNELCAST_EXPORT void kernelcast_release(kernelcast_answer *answer);

#ifdef __cplusplus
}
#endif

#endif /* KERNELCAST_H */
