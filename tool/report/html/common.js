// What all pages have in common: elements made of text alone, numbers as people
// read them, tables that sort, the tip under the pointer, dark and light.
"use strict";

/// The data that the page carries under \p id; null if it has none.
const dataOf = id => {
  const holder = document.getElementById(id);
  return holder ? JSON.parse(holder.textContent) : null;
};

/// \p text with what turns the direction of text or shows nothing by its number,
/// as "<U+202E>", and control characters but tab and line end as "?": what is
/// seen is what is there. The text report does the same (SourceLines.h).
const visible = text => String(text)
  .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, "?")
  .replace(/[\u0080-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
    c => `<U+${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}>`);
/// Makes \p text all that \p node holds.
const say = (node, text) => { node.textContent = visible(text); };
// All that d3 writes goes the same way.
{
  const selection = d3.select(null).constructor.prototype, plain = selection.text;
  selection.text = function (value) {
    if (!arguments.length) return plain.call(this);
    if (value === null || value === undefined) return plain.call(this, value);
    return plain.call(this, typeof value === "function"
      ? function (...given) { return visible(value.apply(this, given)); } : visible(value));
  };
}

/// An element with attributes and children. Strings become text, never markup;
/// "on..." attributes are listeners, "style" an object.
function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key === "style") Object.assign(made.style, value);
    else if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key === "data") Object.assign(made.dataset, value);
    else made.setAttribute(key, value === true ? "" : key === "title" || key === "aria-label" ? visible(value) : value);
  }
  for (const child of children)
    if (child !== null && child !== undefined) made.append(child instanceof Node ? child : visible(child));
  return made;
}

const digits = d3.format(".3~r");
/// At most three digits; large and small ones with a power of ten.
function number(x) {
  if (x === null || x === undefined || !isFinite(x)) return "unknown";
  if (x === 0) return "0";
  const size = Math.abs(x);
  if (size >= 1e6 || size < 1e-3) return d3.format(".3~s")(x).replace("G", " G").replace("M", " M").replace("k", " k").replace("µ", " µ");
  return size >= 1000 ? String(Math.round(x)) : digits(x);
}
function scaled(x, units, unit) {
  if (x === null || x === undefined || !isFinite(x)) return "unknown";
  if (x === 0) return "0 " + unit;
  for (const [factor, prefix] of units)
    if (Math.abs(x) >= factor) return digits(x / factor) + " " + prefix + unit;
  const [factor, prefix] = units[units.length - 1];
  return digits(x / factor) + " " + prefix + unit;
}
const seconds = x => scaled(x, [[1, ""], [1e-3, "m"], [1e-6, "µ"], [1e-9, "n"]], "s");
const perSecond = (x, unit) => scaled(x, [[1e12, "T"], [1e9, "G"], [1e6, "M"], [1, ""]], unit + "/s");
const percent = x => x === null || x === undefined ? "unknown" : x > 0 && x < 1e-4 ? "< 0.01 %" : digits(100 * x) + " %";
/// "128×128": sizes without the ones at the end.
function size(three) {
  const kept = [...three];
  while (kept.length > 1 && kept[kept.length - 1] === 1) kept.pop();
  return kept.join("×");
}
const place = spot => spot ? spot.file.split("/").pop() + ":" + spot.line : "";
/// The names of resources, as the text report has them.
const resourceNames = { issue: "issue slots", fma: "FMA units", alu: "ALU", fp64: "double precision",
  sfu: "special functions", lsu: "load/store units", shared: "shared memory", l1: "L1", l2: "L2",
  dram: "DRAM", tensor: "tensor cores", latency: "latency", launch: "launch" };
const resource = key => resourceNames[key] || key || "unknown";
const known = how => el("span", { class: "known", title: {
  exact: "Equal to what an interpreter of the kernel would count.",
  bounded: "The true value lies between two given ones.",
  sampled: "Measured on some blocks or iterations.",
  assumed: "Rests on an assumption that the ledger lists." }[how] || "" }, how);
const colour = index => `var(--c${index % 7})`;

/// A table whose head sorts. A column: {title, value(row) to sort by, cell(row)
/// to show: text or element; number: right-aligned, and the largest first unless
/// up; long: a text that wants room; hint}. \p pick (row) is
/// called for the row that is chosen.
function sortedTable(columns, rows, { pick = null, first = null, descending = true, limit = Infinity } = {}) {
  const body = el("tbody");
  const heads = columns.map((column, index) => {
    const head = el("th", { class: column.number ? "number" : null, title: column.hint, scope: "col", "aria-sort": "none" },
      column.title ? el("button", { onclick: () => sortBy(index) }, column.title) : null);
    if (!column.title) head.removeAttribute("aria-sort");
    return head;
  });
  const table = el("table", {}, el("thead", {}, el("tr", {}, ...heads)), body);
  let sorted = -1, down = false, shown = rows;
  const lines = new Map();
  const line = row => {
    let made = lines.get(row);
    if (made) return made;
    made = el("tr", pick ? { class: "pick", tabindex: "0", "aria-selected": "false" } : {},
      ...columns.map(c => el("td", { class: c.number ? "number" : c.long ? "long" : null }, c.cell(row))));
    if (pick) {
      made.addEventListener("click", () => choose(row));
      made.addEventListener("keydown", event => {
        if (event.key === "Enter" || event.key === " ") { event.preventDefault(); choose(row); }
        const next = event.key === "ArrowDown" ? made.nextElementSibling
          : event.key === "ArrowUp" ? made.previousElementSibling : null;
        if (next) { event.preventDefault(); next.focus(); }
      });
    }
    lines.set(row, made);
    return made;
  };
  let chosen = null;
  function choose(row) {
    if (chosen) chosen.setAttribute("aria-selected", "false");
    chosen = line(row);
    chosen.setAttribute("aria-selected", "true");
    pick(row);
  }
  function fill() {
    const few = shown.slice(0, limit).map(line);
    if (shown.length > limit)
      few.push(el("tr", {}, el("td", { colspan: columns.length, class: "soft" },
        `and ${shown.length - limit} more: narrow the list to see them`)));
    body.replaceChildren(...few);
  }
  function sortBy(index, forceDown) {
    down = forceDown ?? (sorted === index ? !down : !!columns[index].number && !columns[index].up);
    sorted = index;
    const value = columns[index].value;
    const rank = (a, b) => {
      const x = value(a), y = value(b);
      if (x === y) return 0;
      if (x === null || x === undefined) return 1; // what is unknown comes last
      if (y === null || y === undefined) return -1;
      return (x < y ? -1 : 1) * (down ? -1 : 1);
    };
    shown = [...shown].sort(rank);
    heads.forEach((head, i) => columns[i].title && head.setAttribute("aria-sort", i !== index ? "none" : down ? "descending" : "ascending"));
    fill();
  }
  if (first !== null) sortBy(first, descending);
  else fill();
  return { table, choose, show(list) { shown = list; if (sorted >= 0) sortBy(sorted, down); else fill(); } };
}

const tip = document.getElementById("tip");
/// Shows \p text() beside \p element while the pointer or the focus is there.
function withTip(element, text) {
  const show = event => {
    const said = text();
    if (!said) return;
    say(tip, said);
    tip.hidden = false;
    const box = element.getBoundingClientRect();
    const x = event.clientX ?? box.left + 40, y = event.clientY ?? box.bottom;
    tip.style.left = Math.max(4, Math.min(x + 14, innerWidth - tip.offsetWidth - 8)) + "px";
    tip.style.top = (y + 18 + tip.offsetHeight > innerHeight ? Math.max(4, y - tip.offsetHeight - 10) : y + 18) + "px";
  };
  const hide = () => { tip.hidden = true; };
  for (const kind of ["pointermove", "focus"]) element.addEventListener(kind, show);
  for (const kind of ["pointerleave", "blur"]) element.addEventListener(kind, hide);
  return element;
}

const card = (title, lead, ...children) =>
  el("section", { class: "card" }, el("h3", {}, title), lead ? el("p", { class: "lead" }, lead) : null, ...children);
const wide = section => { section.classList.add("wide"); return section; };
/// Buttons of which one is pressed.
function choice(labels, pressed, use, label) {
  const buttons = labels.map((text, index) => el("button", { "aria-pressed": String(index === pressed), onclick: () => {
    buttons.forEach((b, i) => b.setAttribute("aria-pressed", String(i === index)));
    use(index);
  } }, text));
  return el("div", { class: "bar", role: "group", "aria-label": label }, ...buttons);
}

/// An SVG with room for axes; \p draw gets its group and the inner size.
function chart(width, height, margin, title) {
  const svg = d3.select(document.createElementNS("http://www.w3.org/2000/svg", "svg"))
    .attr("viewBox", `0 0 ${width} ${height}`).attr("width", width).attr("role", "img").attr("aria-label", visible(title));
  const inner = svg.append("g").attr("transform", `translate(${margin.left},${margin.top})`);
  return { node: svg.node(), inner, width: width - margin.left - margin.right, height: height - margin.top - margin.bottom };
}
function axes(c, x, y, xTitle, yTitle, { xTicks = 5, yTicks = 5, xFormat = null, yFormat = null } = {}) {
  const bottom = d3.axisBottom(x).ticks(xTicks, xFormat || undefined), left = d3.axisLeft(y).ticks(yTicks, yFormat || undefined);
  if (typeof xFormat === "function") bottom.tickFormat(xFormat);
  if (typeof yFormat === "function") left.tickFormat(yFormat);
  c.inner.append("g").attr("class", "axis").attr("transform", `translate(0,${c.height})`).call(bottom);
  c.inner.append("g").attr("class", "axis").call(left);
  c.inner.append("text").attr("class", "faint").attr("x", c.width / 2).attr("y", c.height + 34).attr("text-anchor", "middle").text(xTitle);
  c.inner.append("text").attr("class", "faint").attr("x", -8).attr("y", -9).text(yTitle);
}

/// Labels of a logarithmic axis of times in \p unit seconds, few enough to be read.
function timeLabels(scale, unit = 1) {
  const [a, b] = scale.domain(), ratio = Math.max(a, b) / Math.min(a, b);
  const firsts = ratio > 300 ? [1] : ratio > 30 ? [1, 3] : ratio > 6 ? [1, 2, 5] : ratio > 2.5 ? [1, 1.5, 2, 3, 5, 7] : null;
  return v => {
    const first = v / 10 ** Math.floor(Math.log10(v) + 1e-9);
    return !firsts || firsts.some(k => Math.abs(first - k) < 1e-6) ? seconds(v * unit) : "";
  };
}

/// Fills in the head of the page: what it is, and the switch of its colours.
function pageHead(title, about) {
  const root = document.documentElement;
  const wants = matchMedia("(prefers-color-scheme: dark)");
  let theme = /[?&]theme=(dark|light)/.exec(location.search)?.[1] || (wants.matches ? "dark" : "light");
  const button = el("button", { onclick: () => set(theme === "dark" ? "light" : "dark") });
  function set(to) {
    theme = to;
    root.dataset.theme = to;
    button.textContent = to === "dark" ? "light colours" : "dark colours";
  }
  set(theme);
  document.getElementById("head").append(el("h1", {}, title), el("span", { class: "about" }, about), button);
}
const ready = () => { document.documentElement.dataset.ready = "yes"; };
