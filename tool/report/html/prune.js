// The page of prune: every configuration as a line through the values of its
// parameters, with brushes; what each parameter does to the time; the list.
"use strict";

/// From the best (0) to the worst (1), told apart by lightness.
const rankColour = (part, dark) => {
  const stops = dark ? [[255, 214, 102], [226, 118, 60], [92, 96, 110]] : [[190, 60, 0], [222, 150, 70], [186, 194, 205]];
  const at = Math.min(1.999, Math.max(0, part) * 2), i = Math.floor(at), t = at - i;
  return `rgb(${stops[i].map((s, k) => Math.round(s + t * (stops[i + 1][k] - s))).join(",")})`;
};

function parallel(report, list, changed) {
  // A parameter may be called "time", too: the axes are objects, not names.
  const parameters = report.parameters.map((name, number) => ({ name, number })), time = { name: "time" }, columns = [...parameters, time];
  const width = Math.max(Math.min(1400, innerWidth) - 60, 120 * columns.length), height = 380, margin = { left: 60, right: 70, top: 34, bottom: 14 };
  const canvas = el("canvas", { width, height, role: "img", "aria-label": "configurations as lines" });
  const box = el("div", { class: "brushes", style: { width: width + "px", height: height + "px" } }, canvas);
  const c = chart(width, height, { left: 0, right: 0, top: 0, bottom: 0 }, "brushes over parameters");
  box.append(c.node);
  const x = d3.scalePoint(columns, [margin.left, width - margin.right]);
  const [best, worst] = d3.extent(list, r => r.time_s);
  const scales = new Map();
  for (const column of parameters) {
    const name = column.name;
    const values = [...new Set(list.map(r => r.configuration[name]))];
    const numeric = values.every(v => typeof v === "number");
    values.sort((a, b) => numeric ? a - b : String(a) < String(b) ? -1 : 1);
    scales.set(column, d3.scalePoint(values.map(String), [height - margin.bottom, margin.top]).padding(.4));
  }
  scales.set(time, d3.scaleLog([worst, best * (worst === best ? .9 : 1)], [height - margin.bottom, margin.top]));
  const spread = index => { const h = Math.imul(index + 1, 2654435761) >>> 0; return (h / 4294967296 - .5); };
  /// Where \p row crosses the axis of \p column.
  const across = (row, column) => scales.get(column)(column === time ? row.time_s : String(row.configuration[column.name]));
  const at = (row, index, column) => {
    if (column === time) return across(row, column);
    const room = Math.min(26, scales.get(column).step() * .7) || 26;
    return across(row, column) + spread(index * 31 + column.number * 7) * room;
  };
  const brushed = new Map();
  const inside = row => [...brushed].every(([column, range]) => {
    const y = across(row, column);
    return y >= range[0] && y <= range[1];
  });
  const context = canvas.getContext("2d");
  let turn = 0;
  function draw() {
    const dark = document.documentElement.dataset.theme === "dark", own = ++turn;
    context.clearRect(0, 0, width, height);
    const kept = [];
    list.forEach((row, i) => { if (inside(row)) kept.push(i); });
    // Many lines are faint, so that where they gather is to be seen; the best few are not.
    const faint = Math.max(.03, Math.min(.6, 400 / Math.max(1, kept.length))), few = Math.min(40, list.length * .02);
    context.lineWidth = 1;
    const slice = 4000;
    const some = from => { // the worst first, so that the best are on top
      if (own !== turn) return;
      for (let k = from; k > Math.max(from - slice, 0); --k) {
        const i = kept[k - 1], row = list[i], part = list.length > 1 ? i / (list.length - 1) : 0;
        context.strokeStyle = rankColour(part, dark);
        context.globalAlpha = i < few ? 1 : faint;
        context.beginPath();
        columns.forEach((column, n) => { const y = at(row, i, column); n ? context.lineTo(x(column), y) : context.moveTo(x(column), y); });
        context.stroke();
      }
      if (from > slice) requestAnimationFrame(() => some(from - slice));
    };
    some(kept.length);
    changed(kept.map(i => list[i]), brushed.size > 0);
  }
  const g = d3.select(c.node);
  for (const column of columns) {
    const name = column.name, scale = scales.get(column);
    const group = g.append("g").attr("transform", `translate(${x(column)},0)`);
    const axis = (column === time ? d3.axisRight : d3.axisLeft)(scale);
    if (column === time) { axis.ticks(5); axis.tickFormat(timeLabels(scale)); }
    else if (scale.domain().length > 24) { const d = scale.domain(), step = Math.ceil(d.length / 16); axis.tickValues(d.filter((_, i) => i % step === 0)); }
    group.append("g").attr("class", "axis").call(axis).selectAll("text").attr("class", "halo");
    group.append("text").attr("y", 18).attr("text-anchor", "middle").style("font-weight", 650).text(name.length > 16 ? name.slice(0, 15) + "…" : name);
    const brush = d3.brushY().extent([[-13, margin.top - 8], [13, height - margin.bottom + 8]]).on("brush end", event => {
      if (event.selection) brushed.set(column, event.selection); else brushed.delete(column);
      draw();
    });
    group.append("g").attr("class", "brush").attr(column === time ? "data-axis" : "data-parameter", name).call(brush);
  }
  draw();
  new MutationObserver(draw).observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  return el("div", { class: "scroll", style: { maxHeight: "none" } }, box);
}

/// How much of the variation of times each parameter explains alone.
function explained(report) {
  const section = wide(card("Which parameters matter", "How much of the variation of the predicted times (their logarithm) a parameter explains alone: the variance of the means at its values over the variance of all. What all of them leave unexplained is what only certain values together do."));
  if (!report.effects.length) { section.append(el("p", { class: "soft" }, "All configurations take equally long.")); return section; }
  const table = sortedTable([
    { title: "parameter", value: r => r.parameter, cell: r => r.parameter },
    { title: "explains", number: true, value: r => r.explains, cell: r => percent(r.explains) },
    { title: "", value: r => r.explains, cell: r => el("div", { class: "explains", style: { width: "16em", background: "var(--track)" } }, el("div", { style: { width: 100 * r.explains + "%", height: ".8em", background: "var(--c0)" } })) },
    { title: "values", number: true, value: r => r.values, cell: r => String(r.values) }], report.effects, { first: 1 }).table;
  section.append(table);
  return section;
}

/// The best and the median time at each value of each parameter.
function effects(report, list) {
  const section = wide(card("What each parameter does", "For each value the best time (dot) and the middle half of the times (bar) of the configurations that have it. A flat row of dots is a parameter that does not matter to the best.")), row = el("div", { class: "effects" });
  section.append(row);
  const low = list[0].time_s, high = d3.max(list, r => r.time_s);
  const order = [...report.effects.map(e => e.parameter), ...report.parameters];
  for (const name of new Set(order)) {
    const groups = [...d3.group(list, r => r.configuration[name])].sort((a, b) => typeof a[0] === "number" && typeof b[0] === "number" ? a[0] - b[0] : String(a[0]) < String(b[0]) ? -1 : 1).slice(0, 60);
    if (groups.length < 2) continue;
    const c = chart(460, 22 * groups.length + 50, { left: 110, right: 20, top: 22, bottom: 26 }, `effect of ${name}`);
    const x = d3.scaleLog([low / 1.05, high * 1.05], [0, c.width]);
    c.inner.append("text").attr("x", -100).attr("y", -8).style("font-weight", 650).text(name);
    const axis = d3.axisBottom(x).ticks(4).tickFormat(timeLabels(x));
    c.inner.append("g").attr("class", "axis").attr("transform", `translate(0,${c.height})`).call(axis);
    groups.forEach(([value, rows], i) => {
      const times = rows.map(r => r.time_s).sort((a, b) => a - b), y = 22 * i + 8;
      c.inner.append("text").attr("x", -8).attr("y", y + 4).attr("text-anchor", "end").text(String(value));
      const a = d3.quantile(times, .25), b = d3.quantile(times, .75);
      c.inner.append("line").attr("x1", x(times[0])).attr("x2", x(times.at(-1))).attr("y1", y).attr("y2", y).attr("stroke", "var(--rule)");
      c.inner.append("rect").attr("x", x(a)).attr("width", Math.max(1, x(b) - x(a))).attr("y", y - 5).attr("height", 10).attr("fill", "var(--c0)").attr("fill-opacity", .45);
      const dot = c.inner.append("circle").attr("cx", x(times[0])).attr("cy", y).attr("r", 4.5).attr("fill", "var(--c1)").attr("tabindex", 0).node();
      withTip(dot, () => `${name} = ${value}: ${rows.length} configurations\nbest ${seconds(times[0])}, median ${seconds(d3.quantile(times, .5))}, worst ${seconds(times.at(-1))}`);
    });
    row.append(c.node);
  }
  return section;
}

/// Times by rank, with those that the intervals do not tell from the best.
function frontier(list) {
  const best = list[0], near = list.filter(r => r.interval_s[0] <= best.interval_s[1]).length;
  const section = card("How soon it gets worse", near > 1 ? `The intervals of ${near} configurations reach that of the best one: which of them is first is not certain.`
    : "No other configuration's interval reaches that of the best one.");
  const c = chart(1000, 300, { left: 66, right: 16, top: 22, bottom: 42 }, "time by rank");
  const x = d3.scaleLog([1, Math.max(2, list.length)], [0, c.width]), y = d3.scaleLog([best.time_s / 1.1, d3.max(list, r => r.time_s) * 1.1], [c.height, 0]);
  axes(c, x, y, "rank", "predicted time", { xTicks: 4, yTicks: 5, xFormat: "~s", yFormat: timeLabels(y) });
  const some = list.map((r, i) => [i + 1, r]).filter(([rank], i) => i < 200 || i % Math.ceil(list.length / 1500) === 0);
  c.inner.append("path").attr("d", d3.area(p => x(p[0]), p => y(Math.max(p[1].interval_s[0], best.time_s / 1.1)), p => y(p[1].interval_s[1]))(some)).attr("fill", "var(--c0)").attr("fill-opacity", .18);
  c.inner.append("path").attr("class", "curve").attr("d", d3.line(p => x(p[0]), p => y(p[1].time_s))(some));
  if (near > 1) c.inner.append("line").attr("x1", x(near)).attr("x2", x(near)).attr("y2", c.height).attr("stroke", "var(--c1)").attr("stroke-dasharray", "4 3");
  section.append(c.node);
  return section;
}

(function () {
  const report = dataOf("report"), main = document.getElementById("main");
  pageHead("kernelcast prune", `${report.kernel} on ${report.gpu} · version ${report.tool.version}`);
  const list = report.configurations.filter(r => r.time_s !== null), out = report.configurations.length - list.length;
  main.replaceChildren(el("h2", {}, `${list.length} configurations, the fastest first`),
    el("p", { class: "lead" }, out ? `${out} more cannot run or have no time: ${Object.entries(report.excluded).filter(([, n]) => n).map(([why, n]) => `${n} by ${why}`).join(", ")}.` : "All of them can run."));
  if (!list.length) { ready(); return; }
  const counted = el("p", { id: "kept", "aria-live": "polite" });
  const table = sortedTable([
    { title: "rank", number: true, up: true, value: r => r.rank, cell: r => String(r.rank) },
    ...report.parameters.map(name => ({ title: name, value: r => r.configuration[name], cell: r => String(r.configuration[name]) })),
    { title: "time", number: true, value: r => r.time_s, cell: r => seconds(r.time_s) },
    ...(list.every(r => r.interval_s[0] === r.interval_s[1]) ? [] : [{ title: "interval", number: true, value: r => r.interval_s[1], cell: r => r.interval_s[0] !== r.interval_s[1] ? `${seconds(r.interval_s[0])} – ${seconds(r.interval_s[1])}` : "" }]),
    { title: "of the best", number: true, value: r => r.time_s, cell: r => number(r.time_s / list[0].time_s) + " ×" },
    { title: "bottleneck", value: r => r.bottleneck, cell: r => r.bottleneck },
    ...(list.every(r => r.same_as === null) ? [] : [{ title: "same program as", number: true, value: r => r.same_as, cell: r => r.same_as === null ? "" : "rank " + r.same_as }])], list, { first: 0, descending: false, limit: 200 });
  const brushes = parallel(report, list, (kept, some) => {
    counted.textContent = some ? `${kept.length} of ${list.length} configurations are within the brushes; the best of them takes ${kept.length ? seconds(kept[0].time_s) : "no time: there is none"}.`
      : `A line for each of the ${list.length} configurations, the faster the stronger its colour. Drag along an axis to keep those that pass there; click beside a brush to take it away.`;
    counted.dataset.count = kept.length;
    table.show(kept);
  });
  main.append(counted, brushes);
  if (report.without_effect.length) main.append(el("p", {}, `Without effect on the program: ${report.without_effect.join(", ")}.`));
  main.append(el("h2", {}, "The list"), el("div", { class: "scroll" }, table.table), el("h2", {}, "Why"), el("div", { class: "cards" }, explained(report), effects(report, list), wide(frontier(list))));
  ready();
})();
