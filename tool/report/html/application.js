// The timeline of a host program: the host, copies and streams above one axis.
"use strict";

function applicationCard(application) {
  const events = application.events.filter(e => e.end_s > e.start_s);
  const section = wide(card(`Timeline of ${application.entry}`, `${seconds(application.time_s)}${application.lower_bound ? " at least" : ""} on ${application.gpu}, of which ` +
    application.breakdown.filter(b => b.time_s > 0).map(b => `${b.name} ${seconds(b.time_s)}`).join(", ") +
    ". A row for each stream; what a loop repeats is drawn from its first round to its last."));
  for (const missing of application.missing) section.append(el("p", { class: "warn" }, `${place(missing.location)} ${missing.what}: ${missing.why}`));
  if (events.length) {
    const streams = [...new Set(events.map(e => e.stream))];
    const rows = streams.flatMap(s => [["copy", "fill"], ["launch", "library-pass"]].map(kinds => ({ s, kinds })).filter(r => events.some(e => e.stream === s && r.kinds.includes(e.kind))));
    const others = events.filter(e => !["copy", "fill", "launch", "library-pass"].includes(e.kind));
    if (others.length) rows.unshift({ s: null, kinds: null });
    const c = chart(1100, 60 + 30 * rows.length, { left: 150, right: 14, top: 20, bottom: 38 }, "timeline");
    const x = d3.scaleLinear([0, Math.max(application.time_s, d3.max(events, e => e.end_s))], [0, c.width]);
    const axis = d3.axisBottom(x).ticks(8).tickFormat(v => v === 0 ? "0" : seconds(v));
    c.inner.append("g").attr("class", "axis").attr("transform", `translate(0,${30 * rows.length + 4})`).call(axis);
    rows.forEach((row, i) => {
      c.inner.append("text").attr("x", -8).attr("y", 30 * i + 17).attr("text-anchor", "end").text(row.kinds === null ? "host" : `${row.kinds[0] === "copy" ? "copies" : "kernels"}, ${row.s === "default" ? "default stream" : row.s}`);
      for (const e of row.kinds === null ? others : events.filter(e => e.stream === row.s && row.kinds.includes(e.kind))) {
        const bar = c.inner.append("rect").attr("class", "event").attr("x", x(e.start_s)).attr("y", 30 * i + 3).attr("width", Math.max(1.5, x(e.end_s) - x(e.start_s))).attr("height", 20).attr("rx", 2).attr("tabindex", 0)
          .attr("fill", e.kind === "launch" || e.kind === "library-pass" ? "var(--c1)" : e.kind === "copy" ? "var(--c0)" : "var(--c6)").node();
        const room = Math.floor((x(e.end_s) - x(e.start_s) - 10) / 7), named = e.kernel || (e.algorithm ? e.call : e.operands) || "";
        if (room >= 4 && named)
          c.inner.append("text").attr("x", x(e.start_s) + 5).attr("y", 30 * i + 17).style("fill", "var(--card)").style("pointer-events", "none").text(named.length > room ? named.slice(0, room - 1) + "…" : named);
        withTip(bar, () => `${place(e.location)} ${e.call}${e.kernel ? ` ${e.kernel}, grid ${size(e.grid)}, block ${size(e.block)}` : ""}${e.operands ? ` ${e.operands}` : ""}${e.algorithm && e.elements.value !== null ? `, ${e.algorithm} of ${number(e.elements.value)} elements in ${number(e.launches)} launches` : ""}\n` +
          `from ${seconds(e.start_s)} to ${seconds(e.end_s)}` + (e.times !== 1 ? `, ${number(e.times)} times, ${seconds(e.time_s)} together` : "") +
          (e.bytes && e.bytes.value !== null ? `\n${number(e.bytes.total)} bytes (${e.bytes.known})${e.bytes.formula ? `: ${e.bytes.formula}` : ""}` : ""));
      }
    });
    section.append(c.node);
  }
  section.append(ledger(application.assumptions, "what this timeline rests on"));
  return section;
}
