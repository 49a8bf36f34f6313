// The page of lint: findings by gain, each with its source, the lanes that show
// it, and the change that would mend it.
"use strict";

/// The lines of \p text that \p fix changes, before and after: [[mark, text]].
function changedLines(text, replacements) {
  const before = Math.min(...replacements.map(r => r.begin_line)), after = Math.max(...replacements.map(r => r.end_line));
  const changed = text.slice(before - 1, after).join("\n").split("");
  // Columns are bytes from 1: characters beyond ASCII in a line before a change would shift it.
  const offset = (line, column) => text.slice(before - 1, line - 1).reduce((sum, t) => sum + t.length + 1, 0) + column - 1;
  for (const r of [...replacements].sort((a, b) => b.begin_line - a.begin_line || b.begin_column - a.begin_column))
    changed.splice(offset(r.begin_line, r.begin_column), offset(r.end_line, r.end_column) - offset(r.begin_line, r.begin_column), r.text);
  const old = text.slice(before - 1, after), now = changed.join("").split("\n");
  if (old.length !== now.length) return [...old.map(t => ["-", t]), ...now.map(t => ["+", t])];
  return old.flatMap((line, i) => line === now[i] ? [[" ", line]] : [["-", line], ["+", now[i]]]);
}

function fixOf(finding, sources) {
  const fix = finding.fix;
  if (!fix) return null;
  const box = el("div", {}, el("p", {}, fix.text));
  const files = [...new Set(fix.replacements.map(r => r.file))];
  for (const file of files) {
    const text = linesOf(sources, file), own = fix.replacements.filter(r => r.file === file);
    if (!text || own.some(r => r.end_line > text.length || text.slice(r.begin_line - 1, r.end_line).some(t => /[^\x00-\x7f]/.test(t)))) {
      for (const r of own) box.append(el("pre", { class: "diff" }, el("span", { class: "add" }, `${file}:${r.begin_line}:${r.begin_column} + ${r.text}`)));
      continue;
    }
    box.append(el("pre", { class: "diff mono" }, ...changedLines(text, own).map(([mark, line]) =>
      el("span", { class: mark === "+" ? "add" : mark === "-" ? "del" : null }, `${mark} ${line}\n`))));
  }
  return box;
}

function showFinding(holder, f, sources) {
  const text = f.location && linesOf(sources, f.location.file), why = f.location && whyNoSource(sources, f.location.file, f.location.line);
  holder.replaceChildren(el("h2", { tabindex: "-1" }, f.check.replace(/^kernelcast-/, "")),
    el("p", { class: "lead" }, `${f.location ? `${f.location.file}:${f.location.line}` : ""} in ${f.kernel || "host code"}${f.gpu ? `, on ${f.gpu}` : ""}` +
      (f.launch && f.kernel ? `, grid ${size(f.launch.grid)}, block ${size(f.launch.block)}` : "") + (f.other_launches ? ` and ${f.other_launches} other launches` : "")));
  const what = wide(card("What is found", null, el("p", {}, f.message, " ", known(f.known))));
  if (f.gain) what.append(el("p", {}, el("b", {}, `A perfect remedy would save ${seconds(f.gain.time_s - f.gain.fixed_s)}, ${percent((f.gain.time_s - f.gain.fixed_s) / f.gain.time_s)} of the kernel's time`), `: ${seconds(f.gain.time_s)} become ${seconds(f.gain.fixed_s)}.`));
  if (f.assumes.length) what.append(el("p", { class: "soft" }, "It holds with " + f.assumes.map(a => `${a.name} = ${a.values.join("×")}`).join(", ") + "."));
  for (const note of f.notes) what.append(el("p", { class: "soft" }, `${note.location ? `${place(note.location)}: ` : ""}${note.message}`));
  const cards = el("div", { class: "cards" }, what);
  if (why) cards.append(wide(card("Where", null, el("p", {}, why))));
  else if (text) {
    const last = f.location.end_line || f.location.line;
    cards.append(wide(card("Where", null, sourceLines(text, Math.max(1, f.location.line - 4), last + 4,
      n => n >= f.location.line && n <= last ? { class: "here", heat: .6 } : null))));
  }
  if (f.witness.length) {
    const lanes = new Array(Math.max(32, ...f.witness.map(w => w.lane + 1))).fill(null);
    for (const w of f.witness) lanes[w.lane] = w.address;
    const shared = /bank|shared/.test(f.check);
    cards.append(wide(card("The lanes that show it", `Warp ${f.witness_warp} of block (${f.witness_block.join(", ")})` +
      (f.witness_iteration ? `, iteration ${f.witness_iteration}` : "") + `: where its lanes begin in ${f.array || "memory"}.`, lanePicture(lanes, 1, shared, f.gpu).node)));
  }
  const fix = fixOf(f, sources);
  if (fix) cards.append(wide(card(f.fix.applied ? "The change that was made" : f.fix.proved ? "A change that mends it, confirmed" : "A change that may mend it", null, fix)));
  holder.append(cards);
}

(function () {
  const report = dataOf("report"), sources = dataOf("sources"), main = document.getElementById("main");
  pageHead("kernelcast lint", `${report.files.map(f => f.path).slice(0, 3).join(", ")}${report.files.length > 3 ? " …" : ""} · version ${report.tool.version}`);
  const saved = f => f.gain ? f.gain.time_s - f.gain.fixed_s : null;
  const most = d3.max(report.findings, f => f.gain ? saved(f) / f.gain.time_s : 0) || 0;
  const severalGpus = new Set(report.findings.map(f => f.gpu)).size > 1;
  const detail = el("div", { id: "detail" });
  const list = sortedTable([
    { title: "check", value: f => f.check, cell: f => f.check.replace(/^kernelcast-/, "") },
    { title: "where", value: f => place(f.location), cell: f => place(f.location) },
    { title: "kernel", value: f => f.kernel, cell: f => f.kernel },
    ...(severalGpus ? [{ title: "GPU", value: f => f.gpu, cell: f => f.gpu }] : []),
    { title: "gain", number: true, value: f => f.gain ? saved(f) / f.gain.time_s : null, cell: f => f.gain ? percent(saved(f) / f.gain.time_s) : "", hint: "Of the kernel's time, if the remedy were perfect." },
    { title: "", value: saved, cell: f => f.gain && most > 0 ? el("div", { style: { width: "7em", background: "var(--track)" } }, el("div", { style: { width: 100 * saved(f) / f.gain.time_s / most + "%", height: ".8em", background: "var(--c1)" } })) : "" },
    { title: "saves", number: true, value: saved, cell: f => f.gain ? seconds(saved(f)) : "" },
    { title: "severity", value: f => f.severity, cell: f => el("span", { class: "severity-" + f.severity }, f.severity) },
    { title: "fix", value: f => f.fix ? (f.fix.proved ? 2 : 1) : 0, cell: f => f.fix ? f.fix.proved ? "confirmed" : "possible" : "" },
    { title: "what", long: true, value: f => f.message, cell: f => f.message.length > 120 ? f.message.slice(0, 119) + "…" : f.message }], report.findings,
  { first: severalGpus ? 4 : 3, limit: 1000, pick: f => showFinding(detail, f, sources) });
  main.replaceChildren(el("h2", {}, report.findings.length === 1 ? "One finding" : `${report.findings.length} findings, the largest gain first`),
    el("p", { class: "lead" }, `Gains do not add up: each is what its own remedy would save, all else as it is.${report.suppressed ? ` ${report.suppressed} more are suppressed in the source.` : ""}`),
    el("div", { class: "scroll" }, list.table), detail);
  if (report.unchecked.length)
    main.append(el("details", {}, el("summary", {}, `Kernels that were not checked (${report.unchecked.length})`), ...report.unchecked.map(u => el("p", {}, `${u.kernel} (${place(u.location)}): ${u.reason}`))));
  const rank = f => f.gain ? saved(f) / f.gain.time_s : -1;
  const first = [...report.findings].sort((a, b) => rank(b) - rank(a))[0];
  if (first) list.choose(first);
  ready();
})();
