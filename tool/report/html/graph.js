// A graph in layers: each node below all that lead to it, arrows that go back
// left out of the count. Nodes of a layer stand where their neighbours are.
"use strict";

function layered(graph) {
  const count = graph.nodes.length, layer = new Array(count).fill(0);
  const out = graph.nodes.map(() => []);
  graph.edges.forEach(edge => out[edge.from].push(edge.to));
  const state = new Array(count).fill(0), order = [], back = new Set();
  for (let root = 0; root < count; ++root) {
    if (state[root]) continue;
    const stack = [[root, 0]];
    state[root] = 1;
    while (stack.length) {
      const top = stack.at(-1);
      if (top[1] < out[top[0]].length) {
        const next = out[top[0]][top[1]++];
        if (state[next] === 1) back.add(top[0] + ">" + next);
        else if (!state[next]) { state[next] = 1; stack.push([next, 0]); }
      } else { state[top[0]] = 2; order.push(top[0]); stack.pop(); }
    }
  }
  for (const node of order.reverse())
    for (const next of out[node])
      if (!back.has(node + ">" + next)) layer[next] = Math.max(layer[next], layer[node] + 1);
  const layers = [];
  layer.forEach((l, node) => (layers[l] ||= []).push(node));
  const place = new Array(count).fill(0);
  layers.forEach(nodes => nodes.forEach((n, i) => { place[n] = i; }));
  for (let round = 0; round < 6; ++round)
    for (const nodes of layers) {
      if (!nodes) continue;
      const mean = node => {
        const near = graph.edges.filter(e => e.to === node || e.from === node).map(e => place[e.to === node ? e.from : e.to]);
        return near.length ? near.reduce((a, b) => a + b, 0) / near.length : place[node];
      };
      const means = new Map(nodes.map(n => [n, mean(n)]));
      nodes.sort((a, b) => means.get(a) - means.get(b));
      nodes.forEach((n, i) => { place[n] = i; });
    }
  return { layers: layers.filter(Boolean), back };
}

function drawGraph(graph) {
  const { layers, back } = layered(graph);
  const texts = graph.nodes.map(n => n.label.split(/\\l|\n/).filter(t => t).map(t => t.length > 46 ? t.slice(0, 45) + "…" : t).slice(0, 8));
  const widthOf = i => Math.max(40, 6.3 * Math.max(0, ...texts[i].map(t => t.length)) + 18);
  const heightOf = i => 15 * Math.max(1, texts[i].length) + 12;
  const rowWidth = nodes => nodes.reduce((sum, i) => sum + widthOf(i) + 26, 0);
  const width = Math.max(300, ...layers.map(rowWidth)) + 40;
  const at = [];
  let y = 12;
  for (const nodes of layers) {
    let x = (width - rowWidth(nodes)) / 2;
    const tallest = Math.max(...nodes.map(heightOf));
    for (const i of nodes) { at[i] = { x: x + widthOf(i) / 2 + 13, y: y + tallest / 2 }; x += widthOf(i) + 26; }
    y += tallest + 42;
  }
  const c = chart(width, y, { left: 0, right: 0, top: 0, bottom: 0 }, "graph");
  c.node.style.maxWidth = "none";
  const g = c.inner;
  c.inner.append("defs").append("marker").attr("id", "arrow").attr("viewBox", "0 0 8 8").attr("refX", 7).attr("refY", 4).attr("markerWidth", 7).attr("markerHeight", 7).attr("orient", "auto")
    .append("path").attr("d", "M0,0 L8,4 L0,8 z").attr("fill", "var(--soft)");
  for (const edge of graph.edges) {
    const a = at[edge.from], b = at[edge.to];
    const returns = back.has(edge.from + ">" + edge.to), side = Math.max(a.x + widthOf(edge.from) / 2, b.x + widthOf(edge.to) / 2) + 22;
    const d = returns ? `M${a.x + widthOf(edge.from) / 2},${a.y} C${side},${a.y} ${side},${b.y} ${b.x + widthOf(edge.to) / 2},${b.y}`
      : `M${a.x},${a.y + heightOf(edge.from) / 2} C${a.x},${a.y + heightOf(edge.from) / 2 + 22} ${b.x},${b.y - heightOf(edge.to) / 2 - 22} ${b.x},${b.y - heightOf(edge.to) / 2}`;
    g.append("path").attr("d", d).attr("fill", "none").attr("stroke", edge.dashed ? "var(--c1)" : "var(--soft)").attr("stroke-dasharray", edge.dashed ? "4 3" : null).attr("marker-end", "url(#arrow)");
    if (edge.label) g.append("text").attr("class", "faint").attr("x", returns ? side - 14 : (a.x + b.x) / 2 + 4).attr("y", (a.y + heightOf(edge.from) / 2 + b.y - heightOf(edge.to) / 2) / 2 + 4).text(edge.label.slice(0, 40));
  }
  graph.nodes.forEach((node, i) => {
    const w = widthOf(i), h = heightOf(i);
    g.append("rect").attr("x", at[i].x - w / 2).attr("y", at[i].y - h / 2).attr("width", w).attr("height", h).attr("rx", node.shape === 0 ? 2 : 10)
      .attr("fill", "var(--track)").attr("stroke", node.shape === 2 ? "var(--c1)" : "var(--rule)");
    texts[i].forEach((line, n) => g.append("text").attr("x", at[i].x - w / 2 + 9).attr("y", at[i].y - h / 2 + 17 + 15 * n).text(line));
  });
  return el("div", { class: "scroll" }, c.node);
}

function graphsCard(graphs) {
  if (!graphs) return null;
  const section = wide(card("How the kernel hangs together", "As it is in its first launch."));
  const one = (title, lead, graph, why) => {
    const box = el("details", {}, el("summary", {}, title), el("p", { class: "lead" }, lead));
    box.addEventListener("toggle", () => { if (box.open && !box.dataset.drawn) { box.dataset.drawn = "yes"; box.append(graph ? drawGraph(graph) : el("p", {}, why)); } });
    section.append(box);
  };
  const large = "It is too large to be read here.", other = " The subcommand graph draws it.";
  one("Work flow graph", "What an average warp does, in the order of its dependences: instructions between barriers and memory.", graphs.workflow, graphs.why_no_workflow || large + other);
  one("Dependence graph", "Regions, branches and blocks. Solid: runs because of. Dashed: needs what the other has computed.", graphs.dependence, (graphs.why_no_dependence || large) + other);
  return section;
}
