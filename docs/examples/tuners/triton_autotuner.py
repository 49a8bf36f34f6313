"""Prunes for an autotuner with Triton's interface.

Triton's @autotune takes prune_configs_by={"early_config_prune": f,
"perf_model": g, "top_k": k}: f gets the list of configurations and leaves some
out, g gives a time for what is left, and the best k are measured. Pruner has
both, for a CUDA or OpenCL kernel that such a tuner launches:

    pruner = Pruner("transpose.json", ["--gpu", "a100-pcie-40gb"],
                    lambda args: ["--arg", f"n={args['n']}"])
    @autotune(configs=configs, key=["n"], prune_configs_by={
        "early_config_prune": pruner.early_config_prune,
        "perf_model": pruner.perf_model, "top_k": 4})

Run as a program, it shows what a tuner then does, with a stand-in for Triton's.
"""
import itertools
import sys

import kernelcast


class Pruner:
    """What is known of a space's configurations. options_for(args) gives the
    options that depend on the call's arguments; a space is opened for each
    answer that it has given."""

    def __init__(self, space_file, options=(), options_for=lambda args: []):
        self._file = space_file
        self._options = list(options)
        self._options_for = options_for
        self._spaces = {}
        self._compiled = set() # options of the spaces with compiled counts

    def _ask(self, arguments, configurations):
        """What is known of the configurations, and whether times by compiled
        code are known of that space."""
        options = tuple(self._options_for(arguments))
        if options not in self._spaces:
            self._spaces[options] = kernelcast.Space(
                self._file, *self._options, *options)
        space = self._spaces[options]
        known = space.ask({name: values[name] for name in space.parameters}
                          for values in configurations)
        if any(forecast.counts == "ir" for forecast in known):
            self._compiled.add(options)
        return known, options in self._compiled

    def early_config_prune(self, configs, named_args, **kwargs):
        """Leaves out what cannot run, and of what is the same program all but
        the first."""
        known, _ = self._ask({**named_args, **kwargs},
                             (config.kwargs for config in configs))
        left = [config for config, forecast in zip(configs, known)
                if forecast.can_run and not forecast.same_as]
        if configs and not left:
            raise ValueError(f"none of the {len(configs)} configurations can "
                             f"run; the first one: {known[0].reason}")
        return left

    def perf_model(self, **kwargs):
        """Seconds; infinite where there is no prediction, so that it is tried
        last, and where it is by the source while others are by compiled code:
        these are not to be compared. kwargs are the call's arguments and one
        configuration's values."""
        (known,), is_compiled = self._ask(kwargs, [kwargs])
        if known.time_s != known.time_s:
            return float("inf")
        if is_compiled and known.counts != "ir":
            return float("inf")
        return known.time_s


class Config:
    """Stands in for triton.Config: values by name."""

    def __init__(self, kwargs):
        self.kwargs = kwargs

    def all_kwargs(self):
        return self.kwargs


def left_to_measure(configs, named_args, pruner, top_k):
    """What an autotuner of this kind measures."""
    left = pruner.early_config_prune(configs, named_args)
    if len(left) > top_k:
        times = [pruner.perf_model(**named_args, **config.all_kwargs())
                 for config in left]
        order = sorted(range(len(left)), key=times.__getitem__)
        left = [left[i] for i in order[:top_k]]
    return left


def main():
    pruner = Pruner(sys.argv[1], sys.argv[2:],
                    lambda args: ["--arg", f"n={args['n']}"])
    configs = [Config({"block_size_x": x, "block_size_y": y, "PADDING": pad})
               for x, y, pad in itertools.product((4, 8, 16, 32, 64),
                                                  (4, 8, 16, 32), (0, 1))
               if x % y == 0]
    can = pruner.early_config_prune(configs, {"n": 4096})
    print(f"{len(configs)} configurations, of which {len(can)} can run and "
          "differ; to measure:")
    for config in left_to_measure(configs, {"n": 4096}, pruner, top_k=4):
        print(f"  {config.kwargs}")


if __name__ == "__main__":
    main()
