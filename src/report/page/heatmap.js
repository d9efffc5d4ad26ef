// The correlation of the weights, as a coloured table.

function heatmap(distribution) {
  const { names, correlations } = distribution;
  const readout = h("div", { class: "readout", role: "status" }, "Point at a cell, or move with the arrow keys.");
  const cells = correlations.map((row, i) => row.map((value, j) => {
    const own = i === j;
    const shown = own ? "1" : Math.abs(value) >= 0.2 ? minus(value.toFixed(1)).replace("0.", ".") : "";
    const cell = h("td", { class: own ? "self" : value < 0 ? "minus" : "plus", tabindex: i === 0 && j === 0 ? "0" : "-1" }, shown);
    if (!own) cell.style.setProperty("--share", Math.round(100 * Math.min(1, Math.abs(value))) + "%");
    if (!own && Math.abs(value) > 0.55) cell.classList.add("deep");
    const say = () => { readout.textContent = names[i] + " and " + names[j] + ": " + fixed(value, 2); };
    cell.addEventListener("mouseenter", say);
    cell.addEventListener("focus", say);
    cell.setAttribute("aria-label", names[i] + " and " + names[j] + ": " + fixed(value, 2));
    return cell;
  }));
  const move = (event, i, j) => {
    const [di, dj] = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key] || [0, 0];
    const target = (cells[i + di] || [])[j + dj];
    if (!(di || dj) || !target) return;
    event.preventDefault();
    cells[i][j].tabIndex = -1;
    target.tabIndex = 0;
    target.focus();
  };
  cells.forEach((row, i) => row.forEach((cell, j) => cell.addEventListener("keydown", (event) => move(event, i, j))));
  const head = h("thead", {}, h("tr", {}, h("td", { class: "self" }), names.map((name) => h("th", { scope: "col" }, h("span", {}, name)))));
  const body = h("tbody", {}, cells.map((row, i) => h("tr", {}, h("th", { scope: "row" }, names[i]), row)));
  const description = "Blue: the search has learned that the two weights rise together; orange: that one falls when the other rises. Numbers from 0.2 on are shown.";
  const map = h("table", { class: "heat", "aria-label": "Correlation of the weights" }, head, body);
  map.style.setProperty("--longest", Math.max(...names.map((name) => name.length)));
  return h("figure", { id: "figure-correlation" },
    h("figcaption", {}, h("h3", { class: "hush" }, "Correlation of the weights"), h("div", { class: "about" }, description)),
    h("div", { class: "scroll" }, map), readout);
}
