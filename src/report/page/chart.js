// A chart with hover values, zoom, a legend that toggles series, a keyboard and a table. Drawn by uPlot.

const charts = new Map();
// What the reader has chosen, kept when the data change: hidden series and zooms by chart.
const chosen = new Map();

function swatch(series) {
  const dash = series.dash && series.dash.length ? series.dash.join(" ") : null;
  const stroke = "var(--" + series.colour + ")";
  return s("svg", { width: 24, height: 10, "aria-hidden": "true" },
    s("line", { x1: 1, y1: 5, x2: 23, y2: 5, stroke, "stroke-width": series.width || 2, "stroke-dasharray": dash }));
}

function memory(id, series) {
  if (!chosen.has(id)) {
    chosen.set(id, { zoom: null, hidden: new Set(series.filter((one) => one.hidden).map((one) => one.label)) });
  }
  return chosen.get(id);
}

// spec: id, title, about, x: {values, label}, y: {label, digits, range}, series: [{label, values, colour, dash, width,
// points, gaps, hidden, edge}], bands: [[upper, lower, colour]], height, small
function chart(spec) {
  const kept = memory(spec.id, spec.series);
  const plot = h("div", { class: "plot", tabindex: spec.small ? null : "0", role: "group",
    "aria-roledescription": "chart", "aria-label": spec.title + ". " + (spec.about || "") });
  const about = h("div", { class: "about" }, spec.about);
  const readout = h("div", { class: "readout", role: "status" });
  const legend = h("ul", { class: "legend", "aria-label": "Series of " + spec.title });
  const table = h("div", { class: "scroll", tabindex: "0" });
  const details = h("details", {}, h("summary", {}, "Show as a table"), table);
  const tool = (text, label, work) => h("button", { type: "button", "aria-label": label, title: label, onclick: work }, text);
  const tools = h("div", { class: "tools" },
    tool("+", "Zoom in", () => zoom(0.5)), tool("−", "Zoom out", () => zoom(2)), tool("all", "Show all", () => show(null)));
  const head = h("figcaption", {}, h("div", { class: "figure-head" }, h("h3", { class: spec.plain ? "hush" : null }, spec.title, spec.aside),
    spec.small ? null : about, spec.small ? null : tools));
  const figure = h("figure", { id: "figure-" + spec.id }, head, plot,
    spec.small ? null : [readout, legend, details]);
  let view = null;
  let values = [];

  function show(range) {
    kept.zoom = range;
    const xs = spec.x.values;
    view.setScale("x", range || { min: xs[0], max: xs[xs.length - 1] });
  }

  function zoom(factor) {
    const { min, max } = view.scales.x;
    const xs = spec.x.values;
    const at = view.cursor.idx === null || view.cursor.idx === undefined ? (min + max) / 2 : xs[view.cursor.idx];
    const low = Math.max(xs[0], at - (at - min) * factor);
    const high = Math.min(xs[xs.length - 1], at + (max - at) * factor);
    show(low <= xs[0] && high >= xs[xs.length - 1] ? null : { min: low, max: high });
  }

  function point(index) {
    const xs = spec.x.values;
    const inside = index !== null && index !== undefined && index >= 0 && index < xs.length;
    readout.textContent = inside ? spec.x.label + ": " + count(xs[index]) : "";
    values.forEach((value, place) => {
      const series = spec.series[place];
      if (!value) return;
      const at = inside ? nearest(series, index) : last(series.values);
      value.textContent = at === null ? "" : fixed(at, spec.y.digits);
    });
  }

  const last = (list) => { for (let i = list.length - 1; i >= 0; i--) if (isNumber(list[i])) return list[i]; return null; };
  // Sparse series show their last value before the cursor.
  const nearest = (series, index) => {
    if (isNumber(series.values[index])) return series.values[index];
    return series.gaps ? last(series.values.slice(0, index + 1)) : null;
  };

  function drawLegend() {
    values = spec.series.map(() => null);
    const items = spec.series.map((series, place) => {
      if (series.edge) return null;
      const value = h("span", { class: "value" });
      values[place] = value;
      const toggle = () => {
        const hide = !kept.hidden.has(series.label);
        if (hide) kept.hidden.add(series.label); else kept.hidden.delete(series.label);
        button.setAttribute("aria-pressed", String(!hide));
        apply();
      };
      const button = h("button", { type: "button", "aria-pressed": String(!kept.hidden.has(series.label)), title: series.hint,
        onclick: toggle, onmouseenter: () => view && view.setSeries(place + 1, { focus: true }),
        onmouseleave: () => view && view.setSeries(null, { focus: true }) }, swatch(series), series.label, value);
      return h("li", {}, button);
    });
    // As the curves end: the uppermost first, those without a value and those that are hidden at first at the end.
    const heights = spec.series.map((series) => (series.hidden ? null : last(series.values)));
    const before = (a, b) => (heights[a] === null) - (heights[b] === null) || (heights[b] || 0) - (heights[a] || 0) || a - b;
    const order = items.map((item, place) => place).sort(before);
    clear(legend, order.map((place) => items[place]));
  }

  // The edges of a band follow the series they belong to.
  function apply() {
    spec.series.forEach((series, place) => {
      const visible = !kept.hidden.has(series.edge || series.label);
      if (view.series[place + 1].show !== visible) view.setSeries(place + 1, { show: visible });
    });
  }

  function drawTable() {
    const names = spec.series.filter((series) => !series.edge);
    const cell = (text) => h("td", {}, text);
    const rows = spec.x.values.map((x, index) => h("tr", {}, cell(count(x)), names.map((series) => cell(fixed(series.values[index], spec.y.digits)))));
    const header = [spec.x.label, ...names.map((series) => series.label)].map((name) => h("th", { scope: "col" }, name));
    clear(table, h("table", { class: "data", "aria-label": spec.title }, h("thead", {}, h("tr", {}, header)), h("tbody", {}, rows)));
  }

  const aligned = () => [spec.x.values, ...spec.series.map((series) => series.values)];

  function options(width) {
    const axis = { stroke: () => colour("soft"), grid: { stroke: () => colour("line"), width: 1 }, ticks: { show: false },
      font: "12px system-ui, sans-serif", labelFont: "12px system-ui, sans-serif" };
    const narrow = spec.small || width < 300;
    const line = (series) => ({
      label: series.label,
      stroke: () => colour(series.colour),
      width: series.edge ? 0 : series.width || 2,
      dash: series.dash,
      spanGaps: Boolean(series.gaps),
      show: !kept.hidden.has(series.edge || series.label),
      points: { show: Boolean(series.points), size: 6, fill: () => colour(series.colour) },
    });
    return {
      width, height: (spec.small && plot.clientHeight) || spec.height || 340,
      padding: [8, 10, 0, 0],
      legend: { show: false },
      focus: { alpha: 0.25 },
      cursor: { drag: { x: true, y: false, setScale: false }, focus: { prox: -1 }, points: { size: 7 },
        sync: spec.sync ? { key: spec.sync } : undefined },
      scales: { x: { time: false, range: (u, min, max) => (min === max ? [min - 1, max + 1] : [min, max]) },
        y: { range: spec.y.range || ((u, min, max) => padded(min, max)), distr: spec.y.log ? 3 : 1 } },
      axes: [
        { ...axis, label: narrow ? undefined : spec.x.label, labelSize: 22, size: 26, space: narrow ? 50 : 70, values: (u, list) => list.map(compact) },
        { ...axis, label: narrow ? undefined : spec.y.label, labelSize: 22, size: narrow ? 34 : 46, space: narrow ? 24 : 36, values: (u, list) => list.map((value) => (value === null ? "" : minus(compact(value)))) },
      ],
      series: [{ label: spec.x.label }, ...spec.series.map(line)],
      bands: (spec.bands || []).map(([upper, lower]) => ({ series: [upper + 1, lower + 1], fill: () => colour("band") })),
      hooks: {
        setCursor: [(u) => point(u.cursor.left < 0 ? null : u.cursor.idx)],
        setSelect: [(u) => {
          const { left, width: wide } = u.select;
          if (wide > 4) show({ min: u.posToVal(left, "x"), max: u.posToVal(left + wide, "x") });
          u.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
        }],
      },
    };
  }

  function padded(min, max) {
    if (!isNumber(min) || !isNumber(max)) return [0, 1];
    const room = (max - min || Math.abs(max) || 1) * 0.08;
    return [min - room, max + room];
  }

  function draw() {
    const width = Math.max(120, Math.floor(plot.clientWidth || 600));
    if (view) view.destroy();
    view = new uPlot(options(width), aligned(), plot);
    view.over.addEventListener("dblclick", () => show(null));
    if (kept.zoom) show(kept.zoom);
    point(null);
  }

  function update(next) {
    const same = next.y.label === spec.y.label && next.series.length === spec.series.length
      && next.series.every((series, i) => series.label === spec.series[i].label);
    spec = next;
    about.textContent = spec.about;
    plot.setAttribute("aria-label", spec.title + ". " + spec.about);
    if (details.open) drawTable();
    if (!same || !view) {
      drawLegend();
      if (plot.isConnected) draw();
      return;
    }
    view.setData(aligned(), !kept.zoom);
    if (kept.zoom) view.redraw();
    point(view.cursor.left < 0 ? null : view.cursor.idx);
  }

  plot.addEventListener("keydown", (event) => {
    const xs = spec.x.values;
    const step = event.shiftKey ? 10 : 1;
    const at = view.cursor.idx === null || view.cursor.idx === undefined || view.cursor.left < 0 ? -1 : view.cursor.idx;
    const go = (index) => {
      const place = Math.min(xs.length - 1, Math.max(0, index));
      view.setCursor({ left: view.valToPos(xs[place], "x"), top: 10 });
      point(place);
    };
    const work = { ArrowRight: () => go(at + step), ArrowLeft: () => go(at < 0 ? xs.length - 1 : at - step), Home: () => go(0),
      End: () => go(xs.length - 1), "+": () => zoom(0.5), "-": () => zoom(2), 0: () => show(null), Escape: () => show(null) }[event.key];
    if (!work) return;
    event.preventDefault();
    work();
  });
  details.addEventListener("toggle", () => { if (details.open) drawTable(); });
  new ResizeObserver(() => {
    const width = Math.floor(plot.clientWidth);
    if (!view) draw();
    else if (width > 0 && Math.abs(width - view.width) > 1) view.setSize({ width, height: spec.height || 340 });
  }).observe(plot);
  drawLegend();
  const made = { figure, update, redraw: () => view && view.redraw(), spec: () => spec };
  charts.set(spec.id, made);
  return made;
}

const redrawAll = () => charts.forEach((one) => one.redraw());
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redrawAll);
matchMedia("print").addEventListener("change", redrawAll);
