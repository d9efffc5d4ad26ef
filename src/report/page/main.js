// The page: sections from top to bottom, each drawn again only when its own data have changed.

const main = document.getElementById("main");
const sections = new Map();
let report = null;

function section(id, title, lead) {
  const body = h("div");
  const element = h("section", { id, "aria-labelledby": id + "-title" }, h("h2", { id: id + "-title" }, title), lead ? h("p", { class: "lead" }, lead) : null, body);
  main.append(element);
  const made = { element, body, title, last: null };
  sections.set(id, made);
  return made;
}

// Draws a section if its data differ from those it shows; nothing to draw hides it.
function draw(id, data, build) {
  const { element, body } = sections.get(id);
  const nothing = data === null || data === undefined;
  element.hidden = nothing;
  const text = nothing ? "" : JSON.stringify(data);
  if (nothing || sections.get(id).last === text) return;
  sections.get(id).last = text;
  clear(body, build(data));
}

// Updates the charts of a section in place, so that zoom, cursor and focus stay.
function drawCharts(id, specs, place) {
  const { element, body } = sections.get(id);
  element.hidden = !specs.length;
  specs.forEach((spec) => {
    if (charts.has(spec.id)) charts.get(spec.id).update(spec);
    else (place || body).append(chart(spec).figure);
  });
}

const empty = (text) => h("p", { class: "empty" }, text);

function summary(run) {
  document.title = run.name + " · isotune report";
  document.getElementById("name").textContent = run.name;
  document.getElementById("headline").textContent = run.headline;
  const status = document.getElementById("status");
  status.textContent = run.status.replace("-", " ");
  status.className = "pill " + run.status;
  const facts = run.facts.map(({ label, value, note }) => h("div", {}, h("dt", {}, label),
    h("dd", {}, h("div", { class: "value" }, value), h("div", { class: "aside" }, note))));
  clear(document.getElementById("summary"), run.notes.map((note) => h("p", { class: "note" }, note)),
    run.remarks.length ? h("ul", { class: "remarks" }, run.remarks.map((remark) => h("li", {}, remark))) : null,
    facts.length ? h("dl", { class: "facts" }, facts) : null);
}

function exportView(exports) {
  const place = h("div");
  const show = (format) => {
    const one = exports.find((candidate) => candidate.format === format);
    clear(place, h("p", { class: "about" }, one.about), code(one.text, one.format + " code"));
  };
  const names = { python: "Python", ron: "RON", json: "JSON" };
  show(exports[0].format);
  return [choice("Format", exports.map(({ format }) => [format, names[format] || format]), exports[0].format, show), place];
}

function reproduceView({ command, remarks, config }) {
  return [code(command, "command", true), h("ul", { class: "remarks" }, remarks.map((remark) => h("li", {}, remark))),
    h("h3", {}, "Configuration"), code(config, "configuration")];
}

function ablationView(rows) {
  const range = [Math.min(0, ...rows.map(({ worth }) => worth.low)), Math.max(0, ...rows.map(({ worth }) => worth.high))];
  return table({
    bars: true,
    caption: "Score with all features minus the score without this one, in points, ± 95 %; the cost is what a call saves without this feature alone: 0.00 where others need the same work",
    columns: ["feature", "contribution", "", "cost, nodes a call"],
    rows: rows.map(({ feature, worth, cost }) => [{ text: feature }, { text: withError(worth), value: worth.value },
      { text: bar(worth, range, feature + ": " + minus(worth.text) + " points"), value: worth.value, class: "bar" }, { text: fixed(cost, 2), value: cost }]),
  });
}

function update(next) {
  report = next;
  const run = report.runs[0];
  const { history } = run;
  summary(run);
  draw("use", run.exports.length ? run.exports : null, exportView);
  const started = history.games.length > 0 || history.holdouts.length > 0;
  drawCharts("winrate", started ? [winrate(report.runs)] : []);
  draw("compare", report.runs.length > 1 ? report.runs.map(({ name, status, facts }) => ({ name, status, facts })) : null, compareTable);
  const moved = history.games.length > 0;
  drawCharts("opponents", moved ? opponents(run) : [], multiples);
  drawCharts("weights", moved && run.slots.length ? [weights(run)] : [], weightsPlace);
  drawWeightTable(run);
  drawCharts("search", searchCharts(run), searchPlace);
  draw("correlation", run.distribution && run.distribution.names.length > 1 ? run.distribution : null, (distribution) => [heatmap(distribution),
    distribution.axis_ratio ? h("p", { class: "about" }, "Axis ratio of the distribution now: " + fixed(distribution.axis_ratio, 1)) : null]);
  draw("ablation", run.ablation.length ? run.ablation : null, ablationView);
  draw("finals", run.finals ? [run.finals, run.catalogue] : null, ([finals, catalogue]) => [finalTable(finals), catalogue ? finalTable(catalogue) : null]);
  // The games of a live page come with the page and stay.
  if (run.games) draw("board", run.games.games.length ? run.games : null, boardView);
  else if (!sections.get("board").last) sections.get("board").element.hidden = true;
  draw("reproduce", run.reproduce, reproduceView);
  const links = [...sections].filter(([, { element }]) => !element.hidden).map(([id, { title }]) => h("a", { href: "#" + id }, title));
  clear(document.getElementById("contents"), links);
  waiting.hidden = started;
}

let tableData = "";
function drawWeightTable(run) {
  const text = JSON.stringify(run.slots);
  if (text === tableData || !run.slots.length) return;
  tableData = text;
  clear(weightTablePlace, weightTable(run));
}

const waiting = empty("Nothing has been measured yet: the curves begin with the first generation.");
main.append(waiting);
section("use", "Use the weights", null);
section("winrate", "Win rate", null);
section("compare", "Compared runs", null);
section("opponents", "Score by opponent", "The candidates' average in each generation, all on one scale; dashed, the verdict on the final block.");
section("weights", "Weights", null);
section("search", "The search itself", null);
section("correlation", "Correlation", null);
section("ablation", "What each feature is worth", null);
section("finals", "Final scores", null);
section("board", "What the heuristic sees", "Games of the recommended weights from random openings against the hardest opponents, move by move: the value of every move, feature by feature, beside the truth of perfect play.");
section("reproduce", "Repeat this run", null);

const multiples = h("div", { class: "multiples" });
sections.get("opponents").body.append(multiples);
const weightsPlace = h("div");
const weightTablePlace = h("div");
sections.get("weights").body.append(choice("Scale of the weights", [["absolute", "absolute"], ["relative", "relative to their last size"]], weightsMode, (mode) => {
  weightsMode = mode;
  charts.get("weights").update(weights(report.runs[0]));
}), weightsPlace, weightTablePlace);
const searchPlace = h("div", { class: "two" });
sections.get("search").body.append(searchPlace);

const first = JSON.parse(document.getElementById("data").textContent);
document.getElementById("footer").textContent = "Made by isotune " + first.version + ". ± and brackets are the 95 % interval. Charts: uPlot, MIT licence. This page loads nothing.";
update(first);
if (first.live) follow(update);
document.documentElement.dataset.ready = "yes";
// For whoever measures: the charts draw themselves in the first frame.
requestAnimationFrame(() => requestAnimationFrame(() => performance.mark("drawn")));
