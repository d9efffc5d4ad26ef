// The board: games move by move, with what the heuristic sees and what is true.

function boardView(data) {
  const [width, height] = data.board;
  const SIDE = 60;
  const EDGE = 22;
  const drawing = s("svg", { class: "board", viewBox: `0 0 ${EDGE + width * SIDE} ${EDGE + height * SIDE}`, role: "img" });
  const moveTable = h("div");
  const termTable = h("div");
  const say = h("p", { role: "status" });
  const timeline = h("div", { class: "timeline", "aria-hidden": "true" });
  const slider = h("input", { type: "range", min: 0, value: 0, "aria-label": "Move number" });
  const playButton = h("button", { type: "button" }, "▶");
  const jumps = h("div", { class: "controls" });
  let [game, ply, selected, timer] = [0, 0, null, null];

  const current = () => data.games[game];
  const tunedAt = (number) => number % 2 + 1 === current().seat;
  const who = (number) => (tunedAt(number) ? "tuned weights" : current().opponent);
  const same = (a, b) => a && b && a[0] === b[0] && a[1] === b[1];
  const name = ([row, column]) => row + "," + column;
  const middle = ([row, column]) => [EDGE + (column + 0.5) * SIDE, EDGE + (row + 0.5) * SIDE];

  // Whether the tuned weights win under perfect play before a move; null where that is not known.
  function standing(number) {
    const { moves } = current().plies[number] || {};
    if (!moves || !moves.length || moves[0].wins === null) return null;
    return moves.some((one) => one.wins) === tunedAt(number);
  }

  function drawBoard() {
    const { plies } = current();
    const gone = plies.slice(0, ply).map((one) => one.cell);
    const at = [gone[gone.length - (gone.length % 2 ? 1 : 2)], gone[gone.length - (gone.length % 2 ? 2 : 1)]];
    const parts = [];
    for (let row = 0; row < height; row++) {
      parts.push(s("text", { class: "coordinate", x: EDGE / 2, y: EDGE + (row + 0.5) * SIDE }, String(row)));
      for (let column = 0; column < width; column++) {
        const used = gone.some((cell) => same(cell, [row, column]));
        if (used) parts.push(s("circle", { class: "hole", cx: EDGE + (column + 0.5) * SIDE, cy: EDGE + (row + 0.5) * SIDE, r: 3 }));
        parts.push(s("rect", { class: used ? "gone" : "cell", x: EDGE + column * SIDE + 1, y: EDGE + row * SIDE + 1, width: SIDE - 2, height: SIDE - 2, rx: 4 }));
      }
    }
    for (let column = 0; column < width; column++) {
      parts.push(s("text", { class: "coordinate", x: EDGE + (column + 0.5) * SIDE, y: EDGE / 2 }, String(column)));
    }
    at.forEach((cell, index) => {
      if (!cell) return;
      const [x, y] = middle(cell);
      const tuned = index + 1 === current().seat;
      parts.push(s("circle", { class: tuned ? "tuned" : "other", cx: x, cy: y, r: SIDE * 0.42 }),
        s("text", { class: "knight", x, y }, tuned ? "♞" : "♘"));
    });
    const now = plies[ply];
    for (const option of now ? now.moves : []) {
      const [x, y] = middle(option.cell);
      const state = (same(option.cell, now.cell) ? " played" : "") + (same(option.cell, selected) ? " selected" : "");
      parts.push(s("circle", { class: "option" + state, cx: x, cy: y, r: SIDE * 0.42, onclick: () => select(option.cell) }),
        s("text", { class: "worth", x, y: y - (option.wins === null ? 0 : 8) }, short(option.value)));
      if (option.wins !== null) parts.push(s("text", { class: "truth " + (option.wins ? "win" : "loss"), x, y: y + 11 }, option.wins ? "✓" : "✗"));
    }
    clear(drawing, s("title", {}, describe()), parts);
    drawing.setAttribute("aria-label", describe());
  }

  function describe() {
    const { plies, winner, seat } = current();
    if (ply >= plies.length) return `The game is over after ${plies.length} moves: ${winner === seat ? "tuned weights" : current().opponent} wins.`;
    const now = plies[ply];
    if (!now.moves.length) return `Move ${ply + 1}, part of the opening: ${who(ply)} at ${name(now.cell)}.`;
    const truth = standing(ply);
    const known = truth === null ? "Perfect play was not asked here." : `Under perfect play ${truth ? "the tuned weights win" : current().opponent + " wins"}.`;
    const error = now.blunder ? " It gives the win away." : "";
    const depth = now.depth ? `, searched ${now.depth} plies deep` : "";
    return `Move ${ply + 1}: ${who(ply)} goes to ${name(now.cell)}${depth}.${error} ${known}`;
  }

  function drawMoves() {
    const now = current().plies[ply];
    if (!now || !now.moves.length) {
      clear(moveTable);
      clear(termTable);
      return;
    }
    const truth = (option) => (option.wins === null ? "not asked" : option.wins ? "✓ wins" : "✗ loses");
    const row = (option) => h("tr", { class: same(option.cell, now.cell) ? "best" : null },
      h("td", {}, h("button", { type: "button", "aria-pressed": String(same(option.cell, selected)), onclick: () => select(option.cell) }, name(option.cell))),
      h("td", {}, short(option.value)), h("td", { class: option.wins === null ? "error" : option.wins ? "win" : "loss" }, truth(option)),
      h("td", {}, same(option.cell, now.cell) ? "played" : ""));
    const sorted = [...now.moves].sort((a, b) => number(b.value) - number(a.value));
    const head = (names) => h("thead", {}, h("tr", {}, names.map((text) => h("th", { scope: "col" }, text))));
    clear(moveTable, titled(`Moves of ${who(ply)}, by what the tuned heuristic gives the position after each, without search`, h("table", { class: "data" },
      head(["move", "value", "perfect play", ""]), h("tbody", {}, sorted.map(row)))));
    const option = now.moves.find((one) => same(one.cell, selected)) || now.moves[0];
    const terms = data.features.map((feature, index) => ({ feature, value: option.terms[index][0], share: option.terms[index][1] }))
      .sort((a, b) => Math.abs(number(b.share)) - Math.abs(number(a.share)));
    const shares = terms.map((term) => number(term.share)).filter(Number.isFinite);
    const range = [Math.min(0, ...shares), Math.max(0, ...shares)];
    const line = ({ feature, value, share }) => h("tr", {}, h("td", { title: feature.formula }, feature.name), h("td", {}, short(value)), h("td", {}, short(share)),
      h("td", { class: "bar" }, isNumber(share) ? bar({ value: share }, range, feature.name + " " + short(share)) : ""));
    clear(termTable, titled(`After ${name(option.cell)}, feature by feature: ${short(option.value)} in all`, h("table", { class: "data bars" },
      head(["feature", "value", "share", ""]), h("tbody", {}, terms.map(line)))));
  }

  const number = (value) => (value === "∞" ? Infinity : value === "−∞" ? -Infinity : value === null ? 0 : value);

  function drawTimeline() {
    const marks = current().plies.map((one, index) => {
      const truth = standing(index);
      const classes = [truth === null ? "" : truth ? "won" : "lost", one.blunder ? "error-mark" : "", index === ply ? "now" : ""];
      return h("span", { class: classes.join(" ").trim(), title: `move ${index + 1}`, onclick: () => go(index) });
    });
    clear(timeline, marks);
  }

  function select(cell) {
    selected = cell;
    drawBoard();
    drawMoves();
  }

  function go(number) {
    const { plies } = current();
    ply = Math.min(plies.length, Math.max(0, number));
    selected = plies[ply] ? plies[ply].cell : null;
    slider.value = ply;
    say.textContent = describe();
    drawBoard();
    drawMoves();
    drawTimeline();
  }

  function play(on) {
    clearInterval(timer);
    timer = on ? setInterval(() => (ply >= current().plies.length ? play(false) : go(ply + 1)), 900) : null;
    playButton.textContent = timer ? "❚❚" : "▶";
    playButton.setAttribute("aria-label", timer ? "Pause" : "Play");
  }

  function open(number) {
    game = number;
    const { plies, opening } = current();
    slider.max = plies.length;
    const errors = plies.map((one, index) => ({ one, index })).filter(({ one }) => one.blunder);
    clear(jumps, errors.length ? h("span", { class: "about" }, "Errors:") : h("span", { class: "about" }, "No error found where perfect play was asked."),
      errors.map(({ index }) => h("button", { type: "button", onclick: () => { play(false); go(index); } }, `move ${index + 1} (${who(index)})`)));
    play(false);
    go(errors.length ? errors[errors.length - 1].index : opening);
    list.querySelectorAll("button").forEach((button, index) => button.setAttribute("aria-pressed", String(index === number)));
  }

  const list = h("ul", { class: "game-list", "aria-label": "Games" }, data.games.map((one, index) =>
    h("li", {}, h("button", { type: "button", onclick: () => open(index) }, one.title))));
  const step = (text, label, work) => h("button", { type: "button", "aria-label": label, title: label, onclick: () => { play(false); work(); } }, text);
  playButton.addEventListener("click", () => { if (!timer && ply >= current().plies.length) go(current().opening); play(!timer); });
  slider.addEventListener("input", () => { play(false); go(Number(slider.value)); });
  const controls = h("div", { class: "controls" }, step("«", "To the start", () => go(current().opening)), step("‹", "One move back", () => go(ply - 1)), playButton,
    step("›", "One move on", () => go(ply + 1)), step("»", "To the end", () => go(current().plies.length)), slider);
  const left = h("div", { tabindex: "0", role: "group", "aria-label": "Board. Arrow keys step, space plays and pauses, Home and End go to the ends." }, drawing);
  left.addEventListener("keydown", (event) => {
    const work = { ArrowLeft: () => go(ply - 1), ArrowRight: () => go(ply + 1), Home: () => go(current().opening), End: () => go(current().plies.length), " ": () => play(!timer) }[event.key];
    if (!work) return;
    event.preventDefault();
    if (event.key !== " ") play(false);
    work();
  });
  const key = h("p", { class: "about" }, "♞ tuned weights, ♘ opponent; numbers are the heuristic's values, ✓ and ✗ what perfect play says. In the strip, a high blue bar is a position won for the tuned weights, a low orange one lost, a grey one not asked; ? is an error.");
  open(0);
  return h("div", {}, list, h("div", { class: "game" }, h("div", {}, left, controls, timeline, jumps, key), h("div", {}, say, moveTable, termTable)));
}
