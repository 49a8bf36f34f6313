// The page of predict: all kernels in one table, and one of them in full.
"use strict";

function ledger(assumptions, title) {
  const box = el("details", { open: assumptions.length < 12 }, el("summary", {}, `${title} (${assumptions.length})`));
  if (!assumptions.length) { box.append(el("p", { class: "soft" }, "Nothing was assumed.")); return box; }
  box.append(sortedTable([
    { title: "what", value: a => a.what, cell: a => a.what },
    { title: "taken for", value: a => a.value, cell: a => a.value },
    { title: "why", value: a => a.why, cell: a => a.why },
    { title: "affects", value: a => a.affects.join(), cell: a => a.affects.join(", ") }], assumptions).table);
  return box;
}

const leading = launch => launch.predictions.find(p => p.default) || launch.predictions[0] || null;

/// Whether so much of \p launch is guessed that its time must be wrong. Then all
/// that comes of the time is left out, too.
const withheld = launch => !!(launch && launch.guesses && launch.guesses.withheld);
/// The prediction that \p launch is shown with; null if there is none to show.
const shownOf = launch => launch && !withheld(launch) ? leading(launch) : null;
/// How many places of host code make \p launch.
const placesOf = launch => 1 + launch.also_at.length;

function timeCard(launch) {
  const p = leading(launch);
  if (!p) return card("Time", null, el("p", { class: "warn" }, launch.launch_problem || launch.problems.join("; ") || "There is no prediction."));
  const section = withheld(launch)
    ? card("Time", `by the model ${p.model} (${p.mode})`, el("div", { class: "big" }, "withheld"),
      el("div", {}, "So much of the launch is guessed that its time means nothing: give the numbers that the ledger names."))
    : card("Time", `by the model ${p.model} (${p.mode})`, el("div", { class: "big", data: { time: p.time_s } }, seconds(p.time_s)),
    el("div", {}, p.interval_s[0] !== p.interval_s[1] ? `between ${seconds(p.interval_s[0])} and ${seconds(p.interval_s[1])}` : "every count in it is one number, so there is no interval"),
    launch.at_base_clock ? el("div", {}, `${seconds(launch.at_base_clock.time_s)} at the base clock, ${number(launch.at_base_clock.clock_hz / 1e6)} MHz${launch.at_base_clock.verified ? "" : " (unverified)"}`) : null,
    el("div", {}, "bound by ", el("b", {}, resource(p.bound_by)), p.bottleneck && p.bottleneck !== resource(p.bound_by) ? ` (${p.bottleneck})` : ""));
  const parts = withheld(launch) ? [] : p.breakdown.filter(b => b.cycles > 0);
  if (parts.length) section.append(el("div", { class: "stack" }, ...parts.map((b, i) => withTip(el("span", { tabindex: "0", style: { width: 100 * b.cycles / p.cycles + "%", background: colour(i) } }), () => `${costName(b.name)}: ${seconds(p.time_s * b.cycles / p.cycles)}`))),
    el("div", {}, ...parts.map((b, i) => el("div", {}, el("span", { class: "key", style: { background: colour(i) } }), `${costName(b.name)}: ${seconds(p.time_s * b.cycles / p.cycles)}, ${percent(b.cycles / p.cycles)}`))));
  const guess = launch.guesses;
  if (guess) {
    const most = guess.matters_most || guess.first;
    section.append(el("p", { class: "warn" }, `${guess.count} number${guess.count === 1 ? "" : "s"} of this launch ${guess.count === 1 ? "is" : "are"} guessed. `, `${most.what} = ${most.value}` + (!withheld(launch) && most.halved_s !== undefined ? `: with half of it ${seconds(most.halved_s)}` : "") + (!withheld(launch) && most.doubled_s !== undefined ? `, doubled ${seconds(most.doubled_s)}` : "") + `. Give it by `, el("code", {}, most.option), "."));
  }
  return section;
}

function modelsCard(launch) {
  if (withheld(launch) || launch.predictions.length + launch.refusals.length < 2) return null;
  const longest = Math.max(...launch.predictions.map(p => p.time_s));
  const section = wide(card("Every model's answer", launch.agreement ? `They are ${number(launch.agreement.ratio)} times apart; the median is ${seconds(launch.agreement.median_s)}.` : null));
  section.append(sortedTable([
    { title: "model", value: p => p.model, cell: p => p.without ? `${p.model} without ${p.without.join(", ")}` : p.model },
    { title: "time", number: true, value: p => p.time_s, cell: p => seconds(p.time_s) },
    { title: "", value: p => p.time_s, cell: p => el("div", { class: "track", style: { width: "8em", background: "var(--track)" } }, el("div", { style: { width: 100 * p.time_s / longest + "%", height: ".8em", background: p.default ? "var(--c1)" : "var(--c0)" } })) },
    { title: "bound by", value: p => p.bound_by, cell: p => resource(p.bound_by) },
    { title: "valid here", value: p => String(p.domain.valid), cell: p => p.domain.valid ? "yes" : "no: " + p.domain.broken.map(b => b.why).join("; ") }], launch.predictions, { first: 1, descending: false }).table);
  for (const refusal of launch.refusals) section.append(el("p", { class: "soft" }, `${refusal.model} has no answer: ${refusal.reason}`));
  return section;
}

/// Of --what-if: what the launch would take if one factor were perfect.
function factorsCard(launch) {
  const factors = launch.if_perfect;
  if (!factors || withheld(launch)) return null;
  const section = card("What a perfect remedy would save", `The time by the model ${launch.predictions[0].model} if one factor were perfect wherever the kernel meets it, all else as it is. Savings do not add up.`);
  const most = Math.max(1e-9, ...factors.map(f => f.gain || 0));
  section.append(sortedTable([
    { title: "factor", value: f => f.factor, cell: f => f.factor },
    { title: "time", number: true, up: true, value: f => f.time_s, cell: f => f.time_s === null ? "unknown" : seconds(f.time_s) },
    { title: "saves", number: true, value: f => f.gain, cell: f => f.gain === null ? "unknown" : percent(f.gain) },
    { title: "", value: f => f.gain, cell: f => el("div", { style: { width: "8em", background: "var(--track)" } }, el("div", { style: { width: 100 * Math.max(0, f.gain || 0) / most + "%", height: ".8em", background: "var(--c1)" } })) }], factors).table);
  return section;
}

/// Of --explain: the equations of a prediction with their numbers.
function equationsCard(launch) {
  const explained = launch.predictions.filter(p => p.explanation);
  if (!explained.length) return null;
  const section = wide(card("Every equation with its numbers"));
  if (withheld(launch)) { section.append(el("p", { class: "soft" }, "They are withheld, as the time that they come to is: too much of the launch is guessed.")); return section; }
  const table = list => sortedTable([
    { title: "name", value: q => q.name, cell: q => q.name },
    { title: "value", number: true, value: q => q.value, cell: q => `${number(q.value)} ${q.unit}` },
    { title: "from", value: q => q.origin, cell: q => q.origin },
    { title: "equation", value: q => q.equation, cell: q => q.equation },
    { title: "formula", long: true, value: q => q.formula, cell: q => el("code", {}, q.formula) },
    { title: "note", value: q => q.note, cell: q => q.note }], list).table;
  if (launch.inputs) section.append(el("details", {}, el("summary", {}, "What every model starts from"), el("div", { class: "scroll" }, table(launch.inputs))));
  for (const p of explained) section.append(el("details", {}, el("summary", {}, `${p.model} (${p.mode})`), el("div", { class: "scroll" }, table(p.explanation))));
  return section;
}

/// The same launch on all GPUs.
function gpusCard(kernel, launch) {
  const same = kernel.launches.filter(l => String(l.grid) === String(launch.grid) && String(l.block) === String(launch.block) && JSON.stringify(l.location) === JSON.stringify(launch.location) && shownOf(l));
  if (same.length < 2) return null;
  const first = leading(same[0]).time_s, longest = Math.max(...same.map(l => leading(l).time_s));
  const section = wide(card("The same launch on every GPU", null));
  section.append(sortedTable([
    { title: "GPU", value: l => l.gpu, cell: l => l.gpu },
    { title: "time", number: true, value: l => leading(l).time_s, cell: l => seconds(leading(l).time_s) },
    { title: "", value: l => leading(l).time_s, cell: l => el("div", { style: { width: "8em", background: "var(--track)" } }, el("div", { style: { width: 100 * leading(l).time_s / longest + "%", height: ".8em", background: l === launch ? "var(--c1)" : "var(--c0)" } })) },
    { title: "times the first", number: true, value: l => leading(l).time_s / first, cell: l => number(leading(l).time_s / first) },
    { title: "bound by", value: l => leading(l).bound_by, cell: l => resource(leading(l).bound_by) },
    { title: "warps on an SM", number: true, value: l => l.occupancy.warps_per_sm, cell: l => `${l.occupancy.warps_per_sm} of ${l.occupancy.max_warps_per_sm}` }], same).table);
  return section;
}

function showKernel(holder, kernel, which, report, sources, graphs) {
  const head = el("h2", { tabindex: "-1" }, kernel.qualified_name || kernel.name);
  const about = el("p", { class: "lead" }, `${kernel.location ? `${kernel.location.file}:${kernel.location.line}` : ""}, ${kernel.language === "cuda" ? "CUDA" : "OpenCL"}`);
  holder.replaceChildren(head, about);
  for (const reason of kernel.reasons) holder.append(el("p", { class: "warn" }, reason));
  if (!kernel.launches.length) { holder.append(el("p", {}, kernel.uninstantiated_template ? "A template that nothing instantiates has no code to look at." : "It is not modelled, so there is nothing to show of it.")); return; }
  const body = el("div");
  const show = index => {
    const launch = kernel.launches[index], p = shownOf(launch);
    const gpu = report.gpus.find(g => g.name === launch.gpu) || report.gpus[0];
    about.textContent = `${kernel.location.file}:${kernel.location.line}, on ${gpu.marketing_name}, grid ${size(launch.grid)}, block ${size(launch.block)}` +
      (launch.location ? `, launched at ${[launch.location, ...launch.also_at].slice(0, 5).map(place).join(", ")}${launch.also_at.length > 4 ? ` and ${launch.also_at.length - 4} more places` : ""}` : ", a launch that was assumed") +
      (launch.arguments.length ? `; ${launch.arguments.map(a => `${a.name} = ${a.value}`).join(", ")}` : "");
    const parts = [timeCard(launch), ...(withheld(launch) ? [] : [utilisationCard(launch), rooflineCard(launch, gpu, p ? p.time_s : 0), timesCard(launch)]), wide(occupancyCard(launch)),
      sourceCard(kernel, launch, sources), factorsCard(launch), gpusCard(kernel, launch), modelsCard(launch), equationsCard(launch), graphsCard(graphs)];
    body.replaceChildren(el("div", { class: "cards" }, ...parts.filter(Boolean), wide(card("How sure that is", null, ledger(launch.assumptions, "What this rests on")))));
  };
  if (kernel.launches.length > 1)
    holder.append(choice(kernel.launches.map(l => `${l.gpu}: grid ${size(l.grid)}, block ${size(l.block)}`), which, show, "launch"));
  holder.append(body);
  show(which);
}

(function () {
  const report = dataOf("report"), sources = dataOf("sources"), graphs = dataOf("graphs");
  const main = document.getElementById("main");
  pageHead("kernelcast predict", `${report.files.map(f => f.path).slice(0, 3).join(", ")}${report.files.length > 3 ? " …" : ""} on ${report.gpus.map(g => g.marketing_name).join(", ")} · version ${report.tool.version}`);
  const rows = [];
  report.files.forEach((file, f) => file.kernels.forEach((kernel, k) => {
    if (!kernel.launches.length) rows.push({ file, kernel, launch: null, which: 0, p: null, graphs: graphs[f][k] });
    kernel.launches.forEach((launch, which) => rows.push({ file, kernel, launch, which, p: shownOf(launch), graphs: graphs[f][k] }));
  }));
  const sums = {};
  for (const row of rows) if (row.p) sums[row.launch.gpu] = (sums[row.launch.gpu] || 0) + placesOf(row.launch) * row.p.time_s;
  const share = row => row.p ? placesOf(row.launch) * row.p.time_s / sums[row.launch.gpu] : null;
  const strip = row => {
    if (withheld(row.launch)) return el("span", { class: "soft" }, "withheld");
    const busy = (row.launch || {}).utilisation;
    if (!busy) return el("span", { class: "soft" }, "unknown");
    const shown = ["dram", "l2", "l1", "shared", "issue"], most = Math.max(...shown.map(k => busy[k] || 0));
    return el("span", { class: "strip", title: shown.map(k => `${resource(k)} ${percent(busy[k])}`).join(", ") },
      ...shown.map(k => el("span", { class: most > 0 && busy[k] === most ? "most" : null, style: { height: Math.max(4, 100 * (busy[k] || 0)) + "%" } })));
  };
  const several = report.gpus.length > 1;
  const columns = [
    { title: "kernel", value: r => r.kernel.name, cell: r => r.kernel.qualified_name || r.kernel.name },
    { title: "where", value: r => place(r.kernel.location), cell: r => place(r.kernel.location) },
    several ? { title: "GPU", value: r => r.launch ? r.launch.gpu : null, cell: r => el("span", { class: "whole" }, r.launch ? r.launch.gpu : "") } : null,
    { title: "launch", number: true, value: r => r.launch ? r.launch.grid.reduce((a, b) => a * b, 1) * r.launch.block.reduce((a, b) => a * b, 1) : null, cell: r => r.launch ? `${size(r.launch.grid)} of ${size(r.launch.block)}${r.launch.also_at.length ? `, at ${placesOf(r.launch)} places` : ""}` : "", hint: "Blocks of threads, and at how many places of the host code; sorted by threads." },
    { title: "time", number: true, value: r => r.p ? r.p.time_s : null, cell: r => withheld(r.launch) ? "withheld" : r.p ? seconds(r.p.time_s) : "none" },
    { title: "share", number: true, value: share, cell: r => r.p ? percent(share(r)) : "", hint: "Of the time of all launches here on the same GPU, each made once at each of its places; withheld times are not among them." },
    { title: "bound by", value: r => r.p ? resource(r.p.bound_by) : null, cell: r => r.p ? resource(r.p.bound_by) : "" },
    { title: "busy", number: false, value: r => r.launch && r.launch.utilisation && !withheld(r.launch) ? Math.max(...Object.values(r.launch.utilisation)) : null, cell: strip, hint: "DRAM, L2, L1, shared memory, issue slots: the part of the time for which each is busy." },
    { title: "warps", number: true, value: r => r.launch ? r.launch.occupancy.fraction : null, cell: r => r.launch ? `${r.launch.occupancy.warps_per_sm}/${r.launch.occupancy.max_warps_per_sm}` : "", hint: "Resident on an SM, of the most that there can be." },
    rows.every(r => !r.p || r.p.interval_s[0] === r.p.interval_s[1]) ? null : { title: "interval", number: true, value: r => r.p ? r.p.interval_s[1] : null, cell: r => r.p && r.p.interval_s[0] !== r.p.interval_s[1] ? `${seconds(r.p.interval_s[0])} – ${seconds(r.p.interval_s[1])}` : "" },
    { title: "modelled", value: r => r.kernel.status, cell: r => r.kernel.status === "modelled" ? "in full" : r.kernel.status === "partial" ? "in part" : "not" }].filter(Boolean);
  const detail = el("div", { id: "detail" });
  const list = sortedTable(columns, rows, { first: several ? 4 : 3, limit: 1000, pick: row => showKernel(detail, row.kernel, row.which, report, sources, row.graphs) });
  const filter = el("input", { type: "search", placeholder: "only names with …", "aria-label": "only kernels whose names have this text", oninput: () => {
    const wanted = filter.value.toLowerCase();
    list.show(rows.filter(r => (r.kernel.qualified_name + " " + place(r.kernel.location)).toLowerCase().includes(wanted)));
  } });
  main.replaceChildren(
    ...report.files.flatMap(f => ((f.application || {}).timelines || []).map(applicationCard)),
    el("h2", {}, rows.length === 1 ? "One kernel" : "Kernels, the slowest first"),
    el("p", { class: "lead" }, "Choose one for all that is known of it. A click on a head sorts."),
    rows.length > 8 ? el("div", { class: "bar" }, filter, el("span", { class: "soft" }, `${rows.length} launches`)) : "",
    el("div", { class: "scroll" }, list.table), detail);
  const problems = [...report.diagnostics, ...report.files.flatMap(f => f.diagnostics)];
  if (problems.length)
    main.append(el("details", {}, el("summary", {}, `Messages (${problems.length})`), ...problems.map(d => el("p", { class: d.level === "note" ? "soft" : "warn" }, `${d.location ? `${place(d.location)}: ` : ""}${d.level}: ${d.message}`))));
  const start = [...rows].sort((a, b) => (b.p ? b.p.time_s : -1) - (a.p ? a.p.time_s : -1))[0];
  if (start) list.choose(start);
  ready();
})();
