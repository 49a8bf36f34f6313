"""One run: the folders, their rows' commands, the predictions, the figures."""
import os

from . import scoring
from .commands import command_of
from .descriptions import BadInput, description_of
from .measured import groups_of, read_rows
from .sources import Missing, Sources


class MeasuredSet:
    """One folder on its way to figures."""

    def __init__(self, folder, options):
        self.name = os.path.basename(os.path.abspath(folder))
        rows = read_rows(folder)
        self.description = description_of(folder, rows[0])
        self.groups = groups_of(rows, self.description, options.sample,
                                options.seed, lambda gpu, kernel: wanted(
                                    options.only,
                                    f"{self.name}/{gpu}/{kernel}"))
        self.recorded_clocks = options.recorded_clocks
        self.tasks, self.left_out, self.found = {}, {}, {}

    def prepare(self, sources, cache):
        """The command of every row, or why it has none."""
        for group in self.groups:
            for row in group.rows:
                try:
                    self.tasks[row.number] = self._task(row, sources, cache)
                except (Missing, ValueError) as reason:
                    text = str(reason)
                    self.left_out[text] = self.left_out.get(text, 0) + 1

    def _task(self, row, sources, cache):
        rule = self.description.rule_of(row.columns)
        if rule is None:
            raise ValueError(f"no rule for kernel {row.kernel}")
        if not row.gpu_file:
            raise ValueError(f"no GPU file for {row.gpu}")
        command = command_of(row.columns, rule, sources, cache)
        if self.recorded_clocks and row.gpu in self.description.clocks:
            command.add_options(["--clock", self.description.clocks[row.gpu]])
        return command, row.gpu_file

    def results(self, models):
        entry = {"name": self.name, "kind": self.description.kind,
                 "left_out": self.left_out}
        groups = [scoring.score_group(g, self.description, self.found, models)
                  for g in self.groups
                  if any(row.number in self.found for row in g.rows)]
        groups = [g for g in groups if g["rows"] or g.get("failures")]
        if not groups:
            entry["reason"] = next(iter(self.left_out), "no rows to score")
            return entry
        return scoring.finish_set({**entry, "groups": groups})


def wanted(texts, name):
    return not texts or any(text in name for text in texts)


def has_rows(folder):
    return any(os.path.exists(os.path.join(folder, "measurements.csv" + ending))
               for ending in ("", ".gz"))


def find_folders(given):
    """The measurement folders among these and directly in them."""
    found = []
    for folder in given:
        if has_rows(folder):
            found.append(folder)
            continue
        if not os.path.isdir(folder):
            raise BadInput(f"{folder}: no such folder")
        inside = [os.path.join(folder, name)
                  for name in sorted(os.listdir(folder))]
        inside = [path for path in inside if has_rows(path)]
        if not inside:
            raise BadInput(f"{folder}: no measurements.csv in it or in its "
                           "folders")
        found += inside
    return found


def validate(folders, predictor, options):
    """(results, the sets with their rows)."""
    sources = Sources(options.sources, options.cache)
    sets = [MeasuredSet(folder, options) for folder in folders]
    sets = [s for s in sets if s.groups]
    if not sets:
        raise BadInput("--only leaves no group")
    for measured in sets:
        measured.prepare(sources, options.cache)
    predicted = predictor.predict_all(
        [task for measured in sets for task in measured.tasks.values()])
    for measured in sets:
        measured.found = {number: predicted[predictor.key(*task)]
                          for number, task in measured.tasks.items()}
    models = model_names(predicted.values(), options.model)
    entries = [measured.results(models) for measured in sets]
    results = {"schema": 1, "tool": predictor.identity,
               "sample": options.sample, "seed": options.seed,
               "recorded_clocks": options.recorded_clocks,
               "models": models,
               "medians": scoring.overall(entries, "medians", scoring.FIGURES),
               "quantity_medians": scoring.overall(
                   entries, "quantity_medians", scoring.QUANTITY_FIGURES),
               "sets": entries}
    return results, sets


def model_names(predicted, chosen):
    """All models in the order in which kernelcast lists them, or the chosen."""
    names = []
    for found in predicted:
        for model in [*found["times_ms"], *found.get("refusals", {})]:
            if model not in names:
                names.append(model)
    if chosen:
        for model in chosen:
            if names and model not in names:
                raise BadInput(f"--model {model}: kernelcast has "
                               + ", ".join(names))
        names = [model for model in names if model in chosen]
    return names
