// The curves of scores: all of them, and against each opponent.

// The union of the columns of several runs over their games.
function joined(tables) {
  const xs = [...new Set(tables.flatMap((table) => table.xs))].sort((a, b) => a - b);
  const place = new Map(xs.map((x, index) => [x, index]));
  const columns = tables.flatMap((table) => table.columns.map((column) => {
    const values = new Array(xs.length).fill(null);
    table.xs.forEach((x, index) => { values[place.get(x)] = column[index]; });
    return values;
  }));
  return { xs, columns };
}

// The largest standard error, in points, of a curve that is shown at first.
const MOST_NOISE = 3;

function winrate(runs) {
  const [run, ...others] = runs;
  const { history } = run;
  const holdouts = history.holdouts;
  const at = (list, key) => list.map((one) => one[key]);
  const tables = [
    { xs: history.games, columns: [history.mean, history.population, history.selection] },
    { xs: at(holdouts, "games"), columns: [at(holdouts, "score"), at(holdouts, "high"), at(holdouts, "low")] },
    ...others.map((other) => ({ xs: at(other.history.holdouts, "games"), columns: [at(other.history.holdouts, "score")] })),
  ];
  const { xs, columns } = joined(tables);
  const [mean, population, selection, score, high, low, ...compared] = columns;
  // Of few games a generation, the curve would be noise that hides the others.
  const noisy = !history.mean_se.some((se) => isNumber(se) && se < MOST_NOISE);
  const main = others.length ? "hold-out of " + run.name : "hold-out";
  const series = [
    { label: main, values: score, colour: "c0", width: 3, points: true, gaps: true, hint: "the mean on openings of the select block, with its 95 % interval" },
    { label: "upper edge", edge: main, values: high, colour: "c0", gaps: true },
    { label: "lower edge", edge: main, values: low, colour: "c0", gaps: true },
    { label: "mean", values: mean, colour: "c2", width: 1, gaps: true, hidden: noisy, hint: "the mean on the openings of each generation, a few games each" },
    { label: "population", values: population, colour: "c6", width: 1.5, gaps: true, hint: "all candidates of a generation" },
    { label: "selection score (biased)", values: selection, colour: "c3", width: 1.5, dash: [2, 3], gaps: true, hidden: true,
      hint: "the best candidate on the very games that made it the best: too high by construction" },
    ...compared.map((values, index) => ({ label: "hold-out of " + others[index].name, values, colour: "c" + [1, 5, 4, 3][index % 4], width: 2.5, points: true, gaps: true })),
    ...run.references.map((line, index) => ({ label: line.label, values: xs.map(() => line.score), colour: ["c4", "c1", "c3", "c6"][index % 4], dash: [8, 4], width: 1.5 })),
  ];
  return {
    id: "winrate", plain: true, title: "Win rate",
    about: "Points of the select block with their 95 % band, and each generation on its own openings. Drag or press + to zoom, arrow keys read values.",
    x: { values: xs, label: "games played" }, y: { label: "win rate, %", digits: 1 },
    series, bands: [[1, 2]], height: 380,
  };
}

function opponents(run) {
  const { history, finals } = run;
  const all = history.opponents.flatMap((one) => one.values).concat(finals ? finals.rows[0].opponents.map(({ value }) => value) : []).filter(isNumber);
  if (!all.length) return [];
  const low = Math.max(0, Math.floor((Math.min(...all) - 3) / 10) * 10);
  const high = Math.min(100, Math.ceil((Math.max(...all) + 3) / 10) * 10);
  return history.opponents.map((one, index) => {
    const place = finals ? finals.opponents.indexOf(one.name) : -1;
    const verdict = place < 0 ? null : finals.rows[0].opponents[place];
    const series = [{ label: "population", values: one.values, colour: "c0", gaps: true }];
    if (verdict) series.push({ label: "verdict", values: history.games.map(() => verdict.value), colour: "c1", dash: [6, 4], width: 1.5 });
    const shown = verdict ? verdict.text + " %" : fixed(one.values[one.values.length - 1], 1) + " %";
    return {
      id: "opponent-" + index, small: true, title: one.name, aside: h("span", { class: "value" }, "  " + shown), sync: "opponents",
      about: "Win rate in percent of the candidates of each generation against " + one.name + "; at the end " + shown + ".",
      x: { values: history.games, label: "games played" }, y: { label: "win rate, %", digits: 1, range: () => [low, high] },
      series, height: matchMedia("(max-width: 30rem)").matches ? 110 : 150,
    };
  });
}
