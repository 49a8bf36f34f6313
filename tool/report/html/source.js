// Source with what each line costs, and what the lanes of a warp do there.
"use strict";

/// What part of the first prediction's time is which line's, and no line's. Of a
/// launch whose time is withheld nothing is shown.
const timeByLine = launch => (!withheld(launch) && (launch.curves || {}).time_by_line) || { lines: [], elsewhere: [] };
/// "latency" is what models call it that warps wait for results.
const costName = name => name === "latency" ? "latency (waits for results)" : name;

/// The accesses, branches, loops, instructions and time of \p launch by line of \p file.
function factsByLine(launch, file) {
  const lines = new Map();
  const at = number => {
    if (!lines.has(number)) lines.set(number, { accesses: [], branches: [], loops: [], instructions: null, time: null });
    return lines.get(number);
  };
  const here = spot => spot && spot.file === file;
  launch.accesses.forEach((access, index) => {
    if (here(access.location)) at(access.location.line).accesses.push({ ...access, index });
  });
  for (const branch of launch.branches)
    if (here(branch.location)) at(branch.location.line).branches.push(branch);
  for (const loop of launch.loops)
    if (here(loop.location)) at(loop.location.line).loops.push(loop);
  for (const entry of timeByLine(launch).lines)
    if (entry.file === file) at(entry.line).time = entry;
  for (const entry of launch.instructions.lines || [])
    if (entry.file === file) {
      const line = at(entry.line);
      line.instructions ??= {};
      for (const [kind, count] of Object.entries(entry.per_warp))
        line.instructions[kind] = (line.instructions[kind] || 0) + count;
    }
  return lines;
}

const total = (list, value) => list.reduce((sum, each) => sum + (value(each) || 0), 0);
/// Of accesses that cost memory: registers hold the repeated ones.
const made = accesses => accesses.filter(a => a.repeats === undefined);
const outside = accesses => made(accesses).filter(a => a.space !== "shared");
const bytesOf = a => a.transaction_bytes > 0 ? a.transaction_bytes : 32 * a.sectors;

/// What a line can be coloured by: {title, hint, of(line facts), show}.
function heats(launch) {
  const list = [], time = timeByLine(launch);
  if (time.lines.length || time.elsewhere.length)
    list.push({ title: "share of the time", of: line => line.time ? line.time.share : 0, show: percent,
      hint: "What part of the predicted time is for a line: of the resources that bound the kernel, what the line asks of them, and of the waits, what its results make a warp wait. An estimate of the model, as the time is." +
        (time.elsewhere.length ? ` For no line: ${time.elsewhere.map(e => `${costName(e.of)} ${percent(e.share)} (${e.why})`).join("; ")}.` : "") });
  const count = x => x ? number(x) : "";
  list.push({ title: "sectors", of: line => total(outside(line.accesses), a => a.sectors), show: count,
    hint: "Sectors of 32 bytes that global, texture and local memory move for the line in the whole launch." });
  list.push({ title: "bank cycles", of: line => total(made(line.accesses), a => a.bank_cycles), show: count,
    hint: "Cycles for which the banks of shared memory serve the line in the whole launch." });
  list.push({ title: "divergence", of: line => total(line.branches, b => b.warps_diverged * b.warp_executions), show: count,
    hint: "How often a warp's lanes go both ways at the line's branches in the whole launch." });
  list.push({ title: "instructions", of: line => (line.instructions || {}).total || 0, show: count,
    hint: "Instructions that a warp executes for the line." });
  return list;
}

function accessText(access) {
  const perWarp = access.warp_executions > 0 ? (access.space === "shared" ? access.bank_cycles : access.sectors) / access.warp_executions : 0;
  const least = access.warp_executions > 0 ? access.least_sectors / access.warp_executions : 0;
  return `${access.kind} ${access.expression}\n  ` + (access.space === "shared"
    ? `${number(perWarp)} bank cycles a warp` : `${number(perWarp)} sectors a warp, ${number(least)} would do`) +
    `, ${number(access.warp_executions)} times (${access.known})` + (access.reason ? `: ${access.reason}` : "") +
    (access.lane_stride_bytes !== undefined ? `\n  lanes are ${access.lane_stride_bytes} bytes apart` : "");
}
/// What is known of a line, as text for the tip.
function lineText(line) {
  const said = line.time ? [`${percent(line.time.share)} of the time` + (Object.keys(line.time.parts).length ? ": " + Object.entries(line.time.parts).map(([of, share]) => `${costName(of)} ${percent(share)}`).join(", ") : "")] : [];
  said.push(...line.accesses.map(accessText));
  for (const loop of line.loops)
    said.push(`loop ${loop.condition}\n  ${number(loop.trip_count.mean)} trips (${loop.known})`);
  for (const branch of line.branches)
    said.push(`branch ${branch.condition}\n  ${number(branch.warp_executions)} times by a warp, its lanes part in ${percent(branch.warps_diverged)} of them (${branch.known})`);
  if (line.instructions)
    said.push(`${number(line.instructions.total)} instructions a warp`);
  return said.join("\n");
}

/// The lines \p from to \p to of \p text. \p row (number) gives attributes for
/// one: {class, heat 0..1, much, tip, onclick}.
function sourceLines(text, from, to, row) {
  const box = el("div", { class: "source", tabindex: "-1" });
  for (let number = from; number <= to && number <= text.length; ++number) {
    const about = row(number) || {};
    const line = el("div", { class: "line" + (about.class ? " " + about.class : ""), data: { line: number },
      tabindex: about.tip || about.onclick ? "0" : null },
      el("span", { class: "at" }, String(number)), el("span", { class: "much" }, about.much || ""),
      el("span", { class: "text" }, text[number - 1] || " "));
    if (about.heat > 0) line.style.background = `rgba(var(--heat), ${(0.08 + 0.5 * about.heat).toFixed(3)})`;
    if (about.tip) withTip(line, () => about.tip);
    if (about.onclick) {
      line.addEventListener("click", () => about.onclick(line));
      line.addEventListener("keydown", e => { if (e.key === "Enter") about.onclick(line); });
    }
    box.append(line);
  }
  return box;
}

/// The lines of \p file that the page carries; null if there are none.
const linesOf = (sources, file) => Array.isArray(sources[file]) ? sources[file] : null;
/// Why the page does not show line \p number of \p file; null if it can.
function whyNoSource(sources, file, number) {
  const text = sources[file];
  if (text === undefined) return `There is no source here: ${file} is one of more files than a page holds.`;
  if (!Array.isArray(text)) return `There is no source here: ${file} ${text}.`;
  return number > text.length ? `There is no source here: line ${number} of ${file} is not among the ${text.length} lines of it that the page holds.` : null;
}

/// Numbers in order as runs [first, last] whose gaps are short.
function runs(numbers) {
  const result = [];
  for (const n of numbers)
    if (result.length && n - result.at(-1)[1] <= 8) result.at(-1)[1] = n;
    else result.push([n, n]);
  return result;
}

/// The kernel's source with heat, and below it the lanes of the line chosen.
function sourceCard(kernel, launch, sources) {
  const holder = el("div"), below = el("div", { "aria-live": "polite" }), hint = el("p", { class: "lead" });
  const file = kernel.location.file, text = linesOf(sources, file);
  const section = wide(card("Which line costs it", "Stronger colour is more. Point at a line for what is known of it; click one with memory accesses for the lanes of a warp."));
  const why = whyNoSource(sources, file, kernel.location.line);
  if (why) {
    section.append(el("p", {}, why));
    return section;
  }
  const lines = factsByLine(launch, file);
  const numbers = [...lines.keys()];
  let from = kernel.location.line;
  while (from > 1 && from > kernel.location.line - 3 && text[from - 2].trim() && !text[from - 2].includes("}")) --from;
  let to = Math.max(kernel.location.line, d3.max(numbers) || 0) + 1;
  for (let depth = 0, line = kernel.location.line, seen = false; line <= text.length && line < kernel.location.line + 2000; ++line) {
    for (const c of text[line - 1])
      if (c === "{") { ++depth; seen = true; } else if (c === "}") --depth;
    if (seen && depth <= 0) { to = Math.max(line, numbers.filter(n => n <= line).at(-1) || 0); break; }
  }
  from = Math.max(1, from);
  const inside = n => n >= from && n <= to;
  const away = numbers.filter(n => !inside(n)).sort((a, b) => a - b);
  // Where the time is withheld, so is how often lines run.
  const kinds = withheld(launch) ? [{ hint: "What each line costs is withheld, as the time is: too much of the launch is guessed. Lanes of a warp are shown where they are certain.", of: () => 0, show: () => "" }] : heats(launch);
  const draw = index => {
    const heat = kinds[index];
    hint.textContent = heat.hint;
    const values = new Map(numbers.map(n => [n, heat.of(lines.get(n))]));
    const most = d3.max(values.values()) || 0;
    const row = n => {
      const line = lines.get(n);
      if (!line) return n === kernel.location.line ? { class: "here" } : null;
      const value = values.get(n);
      return { class: n === kernel.location.line ? "here" : "", heat: most > 0 ? value / most : 0,
        much: value > 0 ? heat.show(value) : "", tip: withheld(launch) ? "" : lineText(line),
        onclick: made => {
          for (const other of holder.querySelectorAll("[aria-selected]")) other.removeAttribute("aria-selected");
          made.setAttribute("aria-selected", "true");
          below.replaceChildren(...line.accesses.map(a => lanesOf(a, launch)));
        } };
    };
    const shown = sourceLines(text, from, to, row);
    holder.replaceChildren(shown);
    // A long kernel begins above its costliest line: that one is brought into view.
    const hottest = [...shown.children].reduce((a, b) => (values.get(+b.dataset.line) || 0) > (a ? values.get(+a.dataset.line) : 0) ? b : a, null);
    if (hottest) requestAnimationFrame(() => { shown.scrollTop = Math.max(0, hottest.offsetTop - shown.offsetTop - shown.clientHeight / 2); });
    if (away.length)
      holder.append(el("p", { class: "soft" }, "Lines of functions that the kernel calls:"),
        ...runs(away).slice(0, 100).map(([first, last]) => sourceLines(text, first, last, row)));
  };
  section.append(kinds.length > 1 ? choice(kinds.map(k => k.title), 0, draw, "colour lines by") : "", hint, holder, below);
  draw(0);
  return section;
}

/// How shared memory of \p gpu serves a warp: its banks, and so many lanes at once.
function banksOf(gpu) {
  const { banks = 32, lanes = Infinity } = (dataOf("banks") || {})[gpu] || {};
  return { banks, lanes };
}

/// The lanes of one warp against the sectors that they go to, or against the
/// banks of \p gpu, which are drawn once for the lanes that are served at once.
/// \p addresses: by lane, null for one that takes no part.
function lanePicture(addresses, bytes, shared, gpu) {
  const lanes = addresses.length, width = 980;
  const c = chart(width, 190, { left: 8, right: 8, top: 26, bottom: 30 }, shared ? "lanes and banks" : "lanes and sectors");
  const g = c.inner, step = c.width / lanes;
  const unit = shared ? 4 : 32, { banks, lanes: together } = banksOf(gpu);
  const targets = new Map(); // sector or bank: the words or bytes wanted of it
  addresses.forEach((address, lane) => {
    if (address === null) return;
    for (let at = Math.floor(address / unit); at <= Math.floor((address + bytes - 1) / unit); ++at) {
      const key = shared ? Math.floor(lane / together) * banks + ((at % banks) + banks) % banks : at;
      if (!targets.has(key)) targets.set(key, { lanes: [], words: new Set() });
      targets.get(key).lanes.push(lane);
      targets.get(key).words.add(shared ? at : lane);
    }
  });
  const keys = shared ? [...Array(banks * Math.max(1, Math.ceil(lanes / together))).keys()] : [...targets.keys()].sort((a, b) => a - b);
  const slot = c.width / Math.max(keys.length, 1);
  const boxWidth = Math.min(slot, 60), y = 110;
  const x = new Map(keys.map((key, i) => [key, (i + .5) * slot]));
  g.append("text").attr("class", "faint").attr("y", -12).text(`lanes of the warp (grey ones take no part)`);
  g.append("text").attr("class", "faint").attr("y", y + 50).text(shared
    ? (lanes > together ? `banks of shared memory, for each ${together} lanes that are served at once` : "banks of shared memory") + ": a bank that several words are wanted of serves them one after the other"
    : keys.length > 1 && keys.at(-1) - keys[0] + 1 > keys.length ? "sectors of 32 bytes; there are gaps between them in memory" : "sectors of 32 bytes, neighbours in memory");
  for (const [key, target] of targets)
    for (const lane of target.lanes)
      g.append("line").attr("x1", (lane + .5) * step).attr("y1", 20).attr("x2", x.get(key)).attr("y2", y)
        .attr("stroke", shared && target.words.size > 1 ? "var(--c1)" : "var(--c0)").attr("stroke-opacity", .55);
  addresses.forEach((address, lane) => {
    g.append("rect").attr("x", lane * step + 1).attr("width", Math.max(1, step - 2)).attr("height", 20).attr("rx", 2)
      .attr("fill", address === null ? "var(--track)" : "var(--c0)");
    g.append("text").attr("x", (lane + .5) * step).attr("y", 14).attr("text-anchor", "middle")
      .style("fill", address === null ? "var(--soft)" : "var(--card)").style("font-size", "10px").text(lane);
  });
  for (const key of keys) {
    const target = targets.get(key);
    g.append("rect").attr("x", x.get(key) - boxWidth / 2 + 1).attr("y", y).attr("width", Math.max(1, boxWidth - 2)).attr("height", 20).attr("rx", 2)
      .attr("fill", !target ? "var(--track)" : shared && target.words.size > 1 ? "var(--c1)" : "var(--c2)");
    if (slot > 16)
      g.append("text").attr("x", x.get(key)).attr("y", y + 14).attr("text-anchor", "middle").style("font-size", "10px")
        .style("fill", target ? "var(--card)" : "var(--soft)").text(shared ? key % banks : target.lanes.length > 1 ? target.lanes.length : "·");
    if (shared && target && target.words.size > 1)
      g.append("text").attr("x", x.get(key)).attr("y", y + 33).attr("text-anchor", "middle").style("font-weight", 650).text("×" + target.words.size);
  }
  return { node: c.node, sectors: shared ? null : keys.length,
    degree: shared ? Math.max(0, ...[...targets.values()].map(t => t.words.size)) : null };
}

function lanesOf(access, launch) {
  const found = ((launch.curves || {}).lanes || []).find(l => l.access === access.index);
  const box = el("div", { class: "lanes" }, el("p", {}, el("code", {}, `${access.kind} ${access.expression}`), " ", known(access.known)));
  if (!found) {
    box.append(el("p", { class: "soft" }, access.reason ? `There is no picture of its lanes: ${access.reason}.`
      : "There is no picture of its lanes: which of them take part, or where they go, is not certain."));
    return box;
  }
  const shared = access.space === "shared";
  const picture = lanePicture(found.addresses, access.bytes, shared, launch.gpu);
  const least = access.warp_executions > 0 ? access.least_sectors / access.warp_executions : 0;
  box.append(el("p", { class: "lead" }, `Warp ${found.warp} of block (${found.block.join(", ")})` +
    (found.iteration ? `, iteration ${found.iteration} of the innermost loop` : "") + ": " +
    (shared ? picture.degree > 1 ? `up to ${picture.degree} different words of one bank, one after the other.` : "no bank is wanted for two words."
      : `${picture.sectors} sectors of ${access.array || "memory"}` + (withheld(launch) ? "." : `; on average over the launch ${number(access.sectors / access.warp_executions)}, and ${number(least)} would carry the data.`))),
    picture.node);
  return box;
}
