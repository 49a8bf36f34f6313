// Roofline, occupancy, utilisation and time against other launches.
"use strict";

function utilisationCard(launch) {
  const busy = launch.utilisation;
  const section = card("How busy each unit is", "Of the predicted time, the part for which the launch keeps a unit busy. A full bar is a unit that nothing more fits through.");
  if (!busy) { section.append(el("p", { class: "soft" }, "Unknown: there is no prediction, or not all of the kernel is modelled.")); return section; }
  const list = Object.entries(busy).filter(([, share]) => share !== null).sort((a, b) => b[1] - a[1]);
  for (const [key, share] of list)
    section.append(el("div", { class: "meter" + (share === list[0][1] && share > 0 ? " most" : ""), data: { resource: key } },
      el("span", {}, resource(key)), el("span", { class: "track" }, el("div", { class: "fill", style: { width: 100 * share + "%" } })),
      el("span", {}, percent(share))));
  const unknown = Object.entries(busy).filter(([, share]) => share === null).map(([key]) => resource(key));
  if (unknown.length) section.append(el("p", { class: "soft" }, `The GPU file has no rate of: ${unknown.join(", ")}.`));
  return section;
}

const levels = [["dram", "DRAM", 0], ["l2", "L2", 2], ["l1", "L1", 4], ["shared", "shared memory", 3]];

function rooflineCard(launch, gpu, time) {
  const traffic = launch.traffic, peaks = gpu.peaks;
  const double = traffic.flops_fp64 > traffic.flops_fp32;
  const flops = traffic.flops_fp32 + traffic.flops_fp64 + traffic.flops_fp16;
  const peak = double ? peaks.fp64_per_s : peaks.fp32_per_s;
  const used = levels.map(([key, title, c]) => ({ key, title, colour: colour(c), bytes: traffic[key + "_bytes"], rate: peaks[key + "_bytes_per_s"] }))
    .filter(l => l.bytes > 0);
  const section = card("Roofline", flops > 0
    ? `Floating-point operations per byte that a level of memory moves, against the roof that the level's bandwidth gives (${gpu.marketing_name}). A point near its roof is bound by that level; far below all roofs it waits.`
    : "The kernel has no floating-point operations, so its roofs are bandwidths: what each level of memory carries against what it could.");
  if (!used.length || !(time > 0)) { section.append(el("p", { class: "soft" }, "Unknown: there is no time, or no traffic.")); return section; }
  const rows = el("tbody", {}, ...used.map(l => el("tr", {}, el("td", {}, el("span", { class: "key", style: { background: l.colour } }), l.title),
    el("td", { class: "number" }, scaled(l.bytes, [[1e9, "G"], [1e6, "M"], [1e3, "k"], [1, ""]], "B")),
    el("td", { class: "number" }, perSecond(l.bytes / time, "B")), el("td", { class: "number" }, l.rate ? perSecond(l.rate, "B") : "unknown"),
    el("td", { class: "number" }, l.rate ? percent(l.bytes / time / l.rate) : ""))));
  const table = el("table", {}, el("thead", {}, el("tr", {}, ...["level", "moved", "reached", "peak", "of peak"].map((t, i) => el("th", { class: i ? "number" : null }, t)))), rows);
  if (flops > 0) {
    const roofs = used.filter(l => l.rate);
    const points = used.map(l => ({ ...l, x: flops / l.bytes, y: flops / time }));
    const ridge = roofs.map(l => (peak || flops / time) / l.rate);
    const low = Math.min(...points.map(p => p.x), ...ridge) / 4, high = Math.max(...points.map(p => p.x), ...ridge) * 4;
    const top = Math.max(peak || 0, flops / time) * 2.2;
    const bottom = Math.min(flops / time / 4, ...roofs.map(l => l.rate * low)) ;
    const c = chart(560, 330, { left: 62, right: 14, top: 22, bottom: 42 }, "roofline");
    const x = d3.scaleLog([low, high], [0, c.width]), y = d3.scaleLog([bottom, top], [c.height, 0]);
    axes(c, x, y, "floating-point operations per byte", "floating-point operations per second", { xTicks: 5, yTicks: 5, xFormat: v => Math.abs(Math.log10(v) - Math.round(Math.log10(v))) < 1e-9 ? d3.format(v >= 1e4 ? "~s" : "~g")(v) : "", yFormat: v => Number.isInteger(Math.log10(v)) || Math.abs(Math.log10(v) - Math.round(Math.log10(v))) < 1e-9 ? d3.format("~s")(v) : "" });
    const g = c.inner;
    if (peak) {
      g.append("line").attr("x1", 0).attr("x2", c.width).attr("y1", y(peak)).attr("y2", y(peak)).attr("stroke", "var(--ink)").attr("stroke-width", 1.5);
      g.append("text").attr("x", c.width).attr("y", y(peak) - 5).attr("text-anchor", "end").text(`${double ? "double" : "single"} precision, fused multiply-adds: ${perSecond(peak, "op")}`);
    }
    // Roofs of about one bandwidth lie upon one another: the later ones are
    // dashed, and one label names all.
    for (const group of d3.group(roofs, l => Math.round(x(1 / l.rate) / 10)).values())
      group.forEach((l, i) => {
        const end = Math.min(high, (peak || top) / l.rate), start = Math.max(low, bottom / l.rate);
        if (end <= start) return;
        g.append("line").attr("class", "roof").attr("x1", x(start)).attr("y1", y(start * l.rate)).attr("x2", x(end)).attr("y2", y(end * l.rate))
          .attr("stroke", l.colour).attr("stroke-width", 2).attr("stroke-dasharray", i ? "7 7" : null);
        if (i) return;
        const label = g.append("text").attr("class", "halo").attr("x", x(end) - 28).attr("y", y(end * l.rate) + 15).attr("text-anchor", "end");
        group.forEach((each, k) => label.append("tspan").style("fill", each.colour).text((k ? ", " : "") + each.title));
      });
    // Levels that move the same bytes lie upon one another: rings tell them apart.
    points.forEach((p, i) => { p.radius = 6 + 4 * points.slice(i + 1).filter(q => Math.abs(x(q.x) - x(p.x)) < 6).length; });
    for (const p of points) {
      g.append("line").attr("x1", x(p.x)).attr("x2", x(p.x)).attr("y1", y(p.y)).attr("y2", p.rate ? y(Math.max(bottom, Math.min(peak || top, p.x * p.rate))) : y(p.y))
        .attr("stroke", p.colour).attr("stroke-dasharray", "2 3");
      const dot = g.append("circle").attr("cx", x(p.x)).attr("cy", y(p.y)).attr("r", p.radius).attr("fill", p.colour).attr("stroke", "var(--card)").attr("tabindex", 0).attr("data-level", p.key).node();
      withTip(dot, () => `${p.title}: ${number(p.x)} operations per byte, ${perSecond(p.y, "op")}` + (p.rate ? `\nits roof there: ${perSecond(Math.min(peak || Infinity, p.x * p.rate), "op")}` : ""));
    }
    for (const group of d3.group(points, p => Math.round(x(p.x) / 6)).values())
      g.append("text").attr("class", "halo").attr("x", x(group[0].x)).attr("y", y(group[0].y) + group[0].radius + 13).attr("text-anchor", "middle").text(group.map(p => p.title).join(", "));
    section.append(c.node);
  }
  section.append(table);
  section.append(el("p", { class: "soft" }, "DRAM and L2 move whole sectors" + (used.some(l => l.key === "l1") ? ", the L1 the bytes that lanes ask for" : "") +
    (used.some(l => l.key === "shared") ? ", and shared memory what its banks could pass in the steps that they take, so that bank conflicts count as bytes that nobody gets" : "") + "."));
  const busier = used.filter(l => l.rate && launch.utilisation && launch.utilisation[l.key] > 1.2 * l.bytes / time / l.rate);
  if (busier.length) section.append(el("p", { class: "soft" }, `${busier.map(l => l.title).join(" and ")} can be busier than bytes say, as the utilisation shows: lines, atomics or requests take time, too.`));
  return section;
}

function occupancyCard(launch) {
  const now = launch.occupancy, curves = (launch.curves || {}).occupancy || [];
  const section = card("Occupancy", `${now.warps_per_sm} of ${now.max_warps_per_sm} warps are resident on an SM, limited by ${now.limiter} ` +
    `(${now.blocks_per_sm} blocks). The dots are this launch; each curve changes one thing alone.`);
  const row = el("div", { class: "three" });
  for (const curve of curves) {
    const c = chart(300, 190, { left: 34, right: 10, top: 20, bottom: 42 }, `occupancy by ${curve.of}`);
    const x = d3.scaleLinear([0, Math.max(curve.now, ...curve.values)], [0, c.width]);
    const y = d3.scaleLinear([0, now.max_warps_per_sm], [c.height, 0]);
    const bytes = curve.of.startsWith("shared");
    axes(c, x, y, bytes ? "shared memory of a block, KiB" : curve.of, "resident warps", { xTicks: 4, yTicks: 4 });
    if (bytes) {
      const step = 2 ** Math.max(0, Math.round(Math.log2(x.domain()[1] / 1024 / 5)));
      const values = [...Array(Math.floor(x.domain()[1] / 1024 / step) + 1).keys()].map(i => i * step * 1024);
      c.inner.select(".axis").call(d3.axisBottom(x).tickValues(values).tickFormat(v => v / 1024));
    }
    const steps = [];
    // Between two values the need is rounded up to the next.
    curve.values.forEach((value, i) => {
      if (i) steps.push([curve.values[i - 1], curve.warps[i]]);
      steps.push([value, curve.warps[i]]);
    });
    c.inner.append("path").attr("class", "curve").attr("d", d3.line(p => x(p[0]), p => y(p[1]))(steps));
    const dot = c.inner.append("circle").attr("class", "now").attr("cx", x(curve.now)).attr("cy", y(now.warps_per_sm)).attr("r", 5.5).attr("tabindex", 0).node();
    withTip(dot, () => `${curve.now} ${curve.of}: ${now.warps_per_sm} warps`);
    row.append(c.node);
  }
  section.append(row);
  if (launch.occupancy.registers_source !== "option") section.append(el("p", { class: "soft" }, `${now.registers_per_thread} registers a thread${{ ir: ", estimated from the compiled code", ast: ", estimated from the source" }[now.registers_source] || `, known from ${now.registers_source}`}.`));
  return section;
}

const curveTitle = curve => curve.with_grid ? `problem size ${curve.of}` : curve.argument ? `argument ${curve.of}` : curve.of;

/// Time against one number of the launch, with a slider over its points.
function timesCard(launch) {
  const curves = (launch.curves || {}).times || [];
  const section = card("What another launch would take", "Each point is a prediction of its own, with the numbers that it shows and all else as it is. The dashed line is the launch as it is.");
  if (!curves.length) {
    section.append(el("p", { class: "soft" }, `There are no curves here: ${(launch.curves || {}).why_no_times || "they were not asked for"}.`));
    return section;
  }
  const holder = el("div");
  const draw = index => {
    const curve = curves[index], points = curve.points.filter(p => p.time_s !== null);
    if (!points.length) { holder.replaceChildren(el("p", { class: "soft" }, `No other launch can be evaluated: ${curve.points[0].why_not}`)); return; }
    const c = chart(520, 250, { left: 58, right: 14, top: 22, bottom: 42 }, `time by ${curve.of}`);
    // Blocks grow by warps, so their axis is linear; arguments by doubling.
    const x = (curve.argument ? d3.scaleLog : d3.scaleLinear)(d3.extent(curve.points, p => p.value), [6, c.width - 6]);
    const lows = points.map(p => p.interval_s[0] || p.time_s);
    const y = d3.scaleLog([Math.min(...lows) / 1.25, Math.max(...points.map(p => p.interval_s[1])) * 1.25], [c.height, 0]);
    axes(c, x, y, curveTitle(curve), "predicted time", { xFormat: v => curve.points.some(p => p.value === v) ? d3.format("~s")(v) : "", yFormat: timeLabels(y) });
    const bottom = c.inner.select(".axis");
    bottom.selectAll(".tick").remove();
    const dense = curve.points.length > 12;
    let labelled = -Infinity;
    for (const p of curve.points) {
      bottom.append("line").attr("x1", x(p.value)).attr("x2", x(p.value)).attr("y2", 5);
      if (dense && p.value % 128) continue;
      if (x(p.value) - labelled < 30) continue;
      labelled = x(p.value);
      bottom.append("text").attr("x", x(p.value)).attr("y", 17).attr("text-anchor", "middle").style("font-size", "10px").text(p.value >= 10000 ? d3.format(".3~s")(p.value) : p.value);
    }
    const g = c.inner;
    g.append("path").attr("d", d3.area(p => x(p.value), p => y(p.interval_s[0] || p.time_s), p => y(p.interval_s[1]))(points)).attr("fill", "var(--c0)").attr("fill-opacity", .18);
    g.append("path").attr("class", "curve").attr("d", d3.line(p => x(p.value), p => y(p.time_s))(points));
    g.append("line").attr("x1", x(curve.now)).attr("x2", x(curve.now)).attr("y1", 0).attr("y2", c.height).attr("stroke", "var(--soft)").attr("stroke-dasharray", "3 3");
    for (const p of points) g.append("circle").attr("cx", x(p.value)).attr("cy", y(p.time_s)).attr("r", dense ? 2 : 3.5).attr("fill", "var(--c0)");
    const dot = g.append("circle").attr("class", "now").attr("r", 7);
    const said = el("p", { class: "readout", "aria-live": "polite" }), line = el("code", {});
    const current = Math.max(0, curve.points.findIndex(p => p.value === curve.now));
    const reference = curve.points[current].time_s;
    const slider = el("input", { type: "range", min: "0", max: String(curve.points.length - 1), step: "1", value: String(current), "aria-label": curve.of,
      // As wide as the axis above it: the chart is 520 wide, the axis 436 from 64.
      style: { width: "calc(min(100%, 680px) * .8385 + 16px)", marginLeft: "calc(min(100%, 680px) * .1231 - 8px)" } });
    const move = () => {
      const p = curve.points[+slider.value];
      slider.setAttribute("aria-valuetext", `${curve.of} ${p.value}`);
      say(line, p.options);
      if (p.time_s === null) { dot.attr("visibility", "hidden"); say(said, `${curve.of} = ${p.value}: no time: ${p.why_not}`); said.dataset.time = ""; return; }
      dot.attr("visibility", "visible").attr("cx", x(p.value)).attr("cy", y(p.time_s));
      said.dataset.time = String(p.time_s);
      say(said, `${curve.of} = ${p.value}: ${seconds(p.time_s)}` + (p.interval_s[0] !== p.interval_s[1] ? ` (${seconds(p.interval_s[0])} to ${seconds(p.interval_s[1])})` : "") +
        (p.value === curve.now ? ", this launch" : reference ? `, ${number(p.time_s / reference)} times this launch` : "") + `; bound by ${resource(p.bound_by)}; grid ${size(p.grid)}, block ${size(p.block)}, ${p.warps_per_sm} warps on an SM`);
    };
    slider.addEventListener("input", move);
    move();
    const still = curve.argument && !curve.with_grid && curve.points.every(p => String(p.grid) === String(curve.points[0].grid));
    holder.replaceChildren(c.node, slider, said, !curve.argument ? el("p", { class: "soft" }, (curve.why_few_points ? `There is a point for powers of two alone: ${curve.why_few_points}. ` : "") + "Blocks of another size come in such a number that there are as many threads. Code that was written for one size of block may do other work at another.")
        : curve.with_grid ? el("p", { class: "soft" }, `The grid has a block for so many of ${curve.of} as a block of this launch, at every point.`)
        : still ? el("p", { class: "soft" }, "The grid stays as it is: it does not follow this argument in the host code that was read.") : "", el("p", { class: "soft" }, "The same by kernelcast predict with the options of this run and ", line));
  };
  section.append(choice(curves.map(curveTitle), 0, draw, "what changes"), holder);
  draw(0);
  return section;
}
