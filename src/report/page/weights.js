// The weights over time, and how wide the search still looks.

let weightsMode = "absolute";

function weights(run) {
  const { history, slots } = run;
  const bySize = slots.map((slot, index) => ({ slot, index })).sort((a, b) => Math.abs(b.slot.weight) - Math.abs(a.slot.weight));
  const series = bySize.map(({ slot, index }, rank) => {
    const column = history.weights.find((one) => one.name === slot.name) || { values: [] };
    const last = column.values[column.values.length - 1];
    const size = weightsMode === "relative" ? Math.abs(last) || 1 : 1;
    const mark = slot.at_bound ? " ▲ at its bound" : slot.frozen ? " (fixed)" : "";
    return { label: slot.name + mark, values: column.values.map((value) => (isNumber(value) ? value / size : null)), ...look(rank), width: 1.75, gaps: true, hint: slot.formula, index };
  });
  const relative = weightsMode === "relative";
  const range = usualRange(series.map((one) => one.values));
  return {
    id: "weights", plain: true, title: "Weights of the mean",
    about: relative ? "Each weight divided by its own last size: all end at 1 or −1." : "The mean of every generation, the largest weight first; the recommended weights are in the table below. A triangle marks a weight that stands at its bound." + (range ? " Rare spikes are cut off." : ""),
    x: { values: history.games, label: "games played" }, y: { label: relative ? "weight / last size" : "weight", digits: 3, range: range && (() => range) },
    series, height: 400,
  };
}

// The range of all but rare values, or nothing where no value stands far out: the weight that sets the scale may come close
// to zero for a generation, and all others are then many times their size.
function usualRange(columns) {
  const values = columns.flat().filter(isNumber).sort((a, b) => a - b);
  if (values.length < 100) return undefined;
  const at = (share) => values[Math.round(share * (values.length - 1))];
  const last = columns.map((column) => column[column.length - 1]).filter(isNumber);
  const low = Math.min(at(0.01), ...last), high = Math.max(at(0.99), ...last), room = 0.25 * (high - low);
  return at(1) - at(0) > 4 * (high - low) && room > 0 ? [low - room, high + room] : undefined;
}

function weightTable(run) {
  const bound = ([low, high]) => (low === null && high === null ? "" : short(low) + " to " + short(high));
  return table({
    caption: "The recommended weights",
    columns: ["feature", "start", "weight", "bounds", "formula"],
    words: [0, 4],
    rows: run.slots.map((slot) => [
      { text: slot.name }, { text: short(slot.start), value: slot.start }, { text: short(slot.weight) + (slot.at_bound ? " ▲" : ""), value: slot.weight },
      { text: bound(slot.bounds) + (slot.frozen ? " fixed" : "") }, { text: slot.formula },
    ]),
  });
}

// The state of the search, a chart for each figure that was recorded.
function searchCharts(run) {
  const { history } = run;
  const figures = [
    { id: "step", title: "Step size", unit: "first steps", digits: 3, values: history.step_size, colour: "c0",
      about: "The largest standard deviation of any weight, in first steps: how far the next candidates lie from the mean." },
    { id: "axis", title: "Axis ratio", unit: "ratio", digits: 2, values: history.axis_ratio, colour: "c1",
      about: "The longest axis of the distribution divided by the shortest: how unequal the directions have become." },
    { id: "rate", title: "Learning rate", unit: "share of a step", digits: 3, values: history.learning_rate, colour: "c2",
      about: "The share of each step that the mean takes; it falls over the planned generations." },
    { id: "signal", title: "Signal to noise", unit: "ratio", digits: 2, values: history.signal_to_noise, colour: "c3",
      about: "The length of the fitted gradient without its noise, divided by that of the noise; 0 where only noise is seen." },
  ];
  return figures.filter(({ values }) => values.some(isNumber)).map(({ id, title, about, unit, digits, values, colour }) => ({
    id, title, about, x: { values: history.games, label: "games played" }, y: { label: unit, digits },
    series: [{ label: title.toLowerCase(), values, colour, gaps: true }], height: 240,
  }));
}
