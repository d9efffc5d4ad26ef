// Tables that sort, and bars.

// columns: names; rows: lists of {text, value}; words: the columns that hold text
function table({ caption, columns, rows, words = [0], best = -1, bars = false }) {
  const body = h("tbody");
  const heads = columns.map((name, column) => h("th", { scope: "col", class: words.includes(column) ? "words" : null },
    name ? h("button", { type: "button", onclick: () => sort(column) }, name) : null));
  const lines = rows.map((row, number) => ({ row, number, element: h("tr", { class: number === best ? "best" : null },
    row.map((cell, column) => h("td", { class: words.includes(column) && column > 0 ? "words" : cell.class || null }, cell.text))) }));
  const key = (cell) => (cell.value !== undefined ? cell.value : cell.text);
  let order = [-1, 1];
  function sort(column) {
    const text = words.includes(column);
    order = order[0] === column ? [column, -order[1]] : [column, text ? 1 : -1];
    const compare = (a, b) => {
      const [x, y] = [key(a.row[column]), key(b.row[column])];
      const empty = (value) => value === null || value === undefined || value === "";
      if (empty(x) || empty(y)) return empty(x) - empty(y);
      return order[1] * (typeof x === "number" && typeof y === "number" ? x - y : String(x).localeCompare(String(y)));
    };
    heads.forEach((head, place) => {
      if (place === column) head.setAttribute("aria-sort", order[1] > 0 ? "ascending" : "descending");
      else head.removeAttribute("aria-sort");
    });
    body.replaceChildren(...[...lines].sort(compare).map((line) => line.element));
  }
  body.replaceChildren(...lines.map((line) => line.element));
  return titled(caption, h("table", { class: bars ? "data sorts bars" : "data sorts", "aria-label": caption }, h("thead", {}, h("tr", {}, heads)), body));
}

// A table under its caption; it scrolls where the screen is narrower.
function titled(caption, element) {
  return [h("p", { class: "caption" }, caption), h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption }, element)];
}

function finalTable(finals) {
  const cell = (figure) => (figure ? { text: withError(figure), value: figure.value } : { text: "", value: null });
  // Where only the first row was played opponent by opponent, its scores are better read downwards.
  const single = finals.rows.filter((row) => row.opponents.length).length < 2;
  const across = single ? [] : finals.opponents;
  const main = table({
    caption: finals.about,
    columns: ["weights", "win rate, %", "vs improved, points", ...(single ? ["tuned against it, %"] : across)],
    rows: finals.rows.map((row) => [{ text: row.name }, cell(row.score), cell(row.delta),
      ...(single ? [cell(row.head_to_head)] : across.map((name, index) => cell(row.opponents[index])))]),
    best: finals.rows.findIndex((row) => ["tuned weights", "start weights, selected"].includes(row.name)),
  });
  if (!single) return main;
  const scores = finals.rows[0].opponents;
  const bars = scores.map((figure, index) => [{ text: finals.opponents[index] }, cell(figure),
    { text: bar(figure, [0, 100], finals.opponents[index] + ": " + figure.text + " %"), value: figure.value, class: "bar" }]);
  return [...main, ...table({ caption: "The tuned weights against each opponent", columns: ["opponent", "win rate, %", ""], rows: bars, bars: true })];
}

function compareTable(runs) {
  const fact = (run, label) => (run.facts.find((one) => one.label === label) || { value: "–" }).value;
  const labels = ["win rate", "vs improved", "games", "generations", "weights", "time"];
  return table({
    caption: "The runs beside each other",
    columns: ["run", "status", ...labels],
    words: [0, 1],
    rows: runs.map((run) => [{ text: run.name }, { text: run.status.replace("-", " ") },
      ...labels.map((label) => ({ text: fact(run, label), value: parseFloat(fact(run, label).replaceAll(",", "")) }))]),
    best: 0,
  });
}

// A horizontal bar with the interval of its figure, as a cell; all bars of a table share one range.
function bar({ value, low, high }, [least, most], label) {
  const place = (x) => (100 * (x - least)) / (most - least || 1);
  const [zero, end] = [place(0), place(value)];
  const drawing = s("svg", { viewBox: "0 0 100 10", preserveAspectRatio: "none", role: "img", "aria-label": label },
    s("rect", { class: value < 0 ? "minus" : "plus", x: Math.min(zero, end), y: 1, width: Math.abs(end - zero), height: 8 }),
    s("line", { class: "zero", x1: zero, x2: zero, y1: 0, y2: 10 }),
    high > low ? s("line", { class: "whisker", x1: place(low), x2: place(high), y1: 5, y2: 5 }) : null);
  return drawing;
}
