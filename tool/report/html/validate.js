// The page of utils/validate: predicted against measured times of each group,
// and the table of how far they are apart.
"use strict";

/// What the figures of a group mean (docs/validation.md).
const figureHints = { pairs: "Rows that are measured and predicted.", mape: "Mean of |predicted / measured - 1|.",
  scale: "The factor on all predictions with which they are nearest.", mape_scaled: "The same mean with that factor.",
  spearman: "Correlation of the ranks: 1 where predictions sort the rows as measurements do.",
  p10: "A tenth of predicted / measured is below it.", p50: "Half of predicted / measured is below it.", p90: "Nine tenths of predicted / measured are below it.",
  rank_of_best: "Rank, by prediction, of the row that is fastest by measurement.", ranked: "Rows that have a rank.", rank_share: "That rank as a part of all rows." };

function scatter(points, models) {
  const width = 900, height = 620, margin = { left: 70, right: 20, top: 24, bottom: 46 };
  const c = chart(width, height, margin, "predicted against measured");
  const [least, most] = d3.extent(points.flatMap(p => [p.measured, p.predicted]));
  const x = d3.scaleLog([least / 1.3, most * 1.3], [0, c.width]), y = d3.scaleLog(x.domain(), [c.height, 0]);
  axes(c, x, y, "measured time", "predicted time", { xTicks: 6, yTicks: 6, xFormat: timeLabels(x, 1e-3), yFormat: timeLabels(y, 1e-3) });
  const line = (factor, dash) => c.inner.append("path").attr("class", "faint").attr("fill", "none").attr("stroke", "var(--soft)").attr("stroke-dasharray", dash)
    .attr("d", d3.line()(x.domain().map(v => [x(v), y(v * factor)])));
  const clip = c.inner.append("clipPath").attr("id", "inside").append("rect").attr("width", c.width).attr("height", c.height);
  for (const [factor, dash] of [[1, null], [2, "4 4"], [.5, "4 4"]]) line(factor, dash).attr("clip-path", "url(#inside)");
  const canvas = el("canvas", { width, height, role: "img", "aria-label": "rows", style: { position: "absolute", left: 0, top: 0 } });
  const context = canvas.getContext("2d");
  const root = getComputedStyle(document.documentElement);
  const at = points.map(p => [margin.left + x(p.measured), margin.top + y(p.predicted)]);
  points.forEach((p, i) => {
    context.fillStyle = root.getPropertyValue("--c" + models.indexOf(p.model) % 7).trim();
    context.globalAlpha = points.length > 2000 ? .45 : .8;
    context.beginPath();
    context.arc(...at[i], 3.2, 0, 7);
    context.fill();
  });
  c.node.style.maxWidth = "none";
  const box = el("div", { class: "brushes", style: { width: width + "px", height: height + "px" } }, c.node, canvas);
  const nearest = event => {
    const r = box.getBoundingClientRect(), mx = event.clientX - r.left, my = event.clientY - r.top;
    let best = -1, distance = 100;
    at.forEach(([px, py], i) => { const d = (px - mx) ** 2 + (py - my) ** 2; if (d < distance) { distance = d; best = i; } });
    return best < 0 ? null : points[best];
  };
  let now = null;
  box.addEventListener("pointermove", event => { now = nearest(event); tip.hidden = !now; });
  withTip(box, () => now && `${now.kernel} on ${now.gpu}, row ${now.row} of ${now.set}\nmeasured ${seconds(now.measured * 1e-3)}, ${now.model} says ${seconds(now.predicted * 1e-3)}: ${number(now.predicted / now.measured)} times`);
  return box;
}

(function () {
  const report = dataOf("report"), rows = dataOf("rows"), main = document.getElementById("main");
  const models = report.models;
  pageHead("kernelcast: predicted against measured", report.sets.map(s => s.name).join(", "));
  const groups = [...new Set(rows.map(r => `${r.set}/${r.gpu}/${r.kernel}`))];
  const group = el("select", { "aria-label": "group", onchange: draw }, el("option", { value: "" }, `all ${groups.length} groups`), ...groups.map(g => el("option", { value: g }, g)));
  const model = el("select", { "aria-label": "model", onchange: draw }, ...models.map(m => el("option", { value: m, selected: m === "kernelcast" }, m)), el("option", { value: "*" }, "all models"));
  let table = null;
  const figures = [];
  const holder = el("div", { class: "scroll", style: { maxHeight: "none" } }), said = el("p", { id: "shown", class: "lead" });
  function draw() {
    const chosen = rows.filter(r => r.scored && (!group.value || `${r.set}/${r.gpu}/${r.kernel}` === group.value));
    const points = chosen.flatMap(r => models.filter(m => model.value === "*" || m === model.value).filter(m => r.times_ms[m] > 0 && r.measured_ms > 0)
      .map(m => ({ ...r, model: m, measured: r.measured_ms, predicted: r.times_ms[m] })));
    const near = points.filter(p => p.predicted <= 2 * p.measured && p.measured <= 2 * p.predicted).length;
    say(said, `${points.length} points of ${chosen.length} rows, ${near} of them within a factor of two (dashed) of the measured time (line). Point at one for its name.`);
    if (table) table.show(figures.filter(f => model.value === "*" || f.name === model.value));
    said.dataset.points = points.length;
    holder.replaceChildren(points.length ? scatter(points, models) : el("p", {}, "No row here has a time by this model."));
    if (model.value === "*") holder.append(el("p", {}, ...models.flatMap((m, i) => [el("span", { class: "key", style: { background: colour(i) } }), m + "  "])));
  }
  new MutationObserver(draw).observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  main.replaceChildren(el("h2", {}, "Rows"), el("div", { class: "bar" }, group, model), said, holder);
  for (const set of report.sets)
    for (const g of set.groups || [])
      for (const [part, named] of Object.entries(g.models))
        for (const [name, f] of Object.entries(named)) figures.push({ set: set.name, ...g, part, name, f });
  const keys = [...new Set(figures.flatMap(f => Object.keys(f.f)))].filter(k => typeof (figures.find(f => f.f[k] !== undefined) || { f: {} }).f[k] === "number");
  table = sortedTable([
    { title: "set", value: r => r.set, cell: r => el("span", { class: "whole" }, r.set) }, { title: "GPU", value: r => r.gpu, cell: r => el("span", { class: "whole" }, r.gpu) }, { title: "kernel", value: r => r.kernel, cell: r => r.kernel },
    { title: "part", value: r => r.part, cell: r => r.part }, { title: "model", value: r => r.name, cell: r => r.name },
    ...keys.map(k => ({ title: k.replaceAll("_", " "), number: true, hint: figureHints[k] || (k.startsWith("regret_") ? `How much slower than the best the best of the first ${k.slice(7)} by prediction is, as a part.` : null), value: r => r.f[k], cell: r => r.f[k] === undefined || r.f[k] === null ? "" : number(r.f[k]) }))], figures,
  { limit: 500, pick: r => { group.value = `${r.set}/${r.gpu}/${r.kernel}`; model.value = r.name; draw(); } });
  main.append(el("h2", {}, "How far they are apart"), el("p", { class: "lead" }, "A row for each group, of the model chosen above. A click shows the group alone; point at a head for what it means."), el("div", { class: "scroll" }, table.table));
  for (const set of report.sets) if (set.reason) main.append(el("p", { class: "warn" }, `${set.name}: ${set.reason}`));
  draw();
  ready();
})();
