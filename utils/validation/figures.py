"""Pictures by gnuplot: predicted against measured times, log-log, a panel a
group, a file a set."""
import json
import os
import shutil
import subprocess

from .descriptions import BadInput


def series(group, found, models):
    """{model: [(measured, predicted)]} of the scored rows."""
    points = {model: [] for model in models}
    for row in group.rows:
        times = found.get(row.number, {}).get("times_ms", {})
        if row.scored:
            for model in models:
                if model in times:
                    points[model].append((row.time_ms, times[model]))
    return {model: made for model, made in points.items() if made}


def script(title, panels, path):
    """gnuplot's commands for one file, data inline."""
    columns = min(3, len(panels))
    lines = -(-len(panels) // columns)
    text = [f"set terminal svg size {480 * columns},{420 * lines} "
            "font 'sans,10' background 'white'",
            f"set output {json.dumps(path)}",
            f"set multiplot layout {lines},{columns} title {json.dumps(title)}",
            "set logscale xy", "set grid", "set pointsize 0.35",
            "set format '%g'",
            "set key outside bottom center horizontal font ',8'",
            "set xlabel 'measured, ms'", "set ylabel 'predicted, ms'"]
    for number, (name, points) in enumerate(panels):
        shown = json.dumps(name, ensure_ascii=False)
        text.append(f"set title {shown} noenhanced")
        plots = ["x with lines lc 'black' title 'equal'"]
        for index, (model, made) in enumerate(points.items()):
            block = f"$data{number}_{index}"
            text += [block + " << END", *(f"{m:.9g} {p:.9g}" for m, p in made),
                     "END"]
            plots.append(f"{block} using 1:2 with points pt 7 lc {index + 1} "
                         f"title {json.dumps(model)} noenhanced")
        text.append("plot " + ", ".join(plots))
    return "\n".join([*text, "unset multiplot", ""])


def draw(folder, sets, models):
    """Writes the folder's files."""
    tool = shutil.which("gnuplot")
    if not tool:
        raise BadInput("--figures needs gnuplot, which is not installed")
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as reason:
        raise BadInput(f"{folder}: {reason.strerror}") from None
    for measured in sets:
        panels = [(f"{group.kernel}, {group.gpu}", points)
                  for group in measured.groups
                  if (points := series(group, measured.found, models))]
        if not panels:
            continue
        path = os.path.join(folder, measured.name + ".svg")
        temporary = path + ".new"
        done = subprocess.run(
            [tool], input=script(measured.name, panels, temporary), text=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
        if done.returncode:
            if os.path.exists(temporary):
                os.unlink(temporary)
            raise BadInput("gnuplot: " + done.stderr.strip()[-300:])
        os.replace(temporary, path)
