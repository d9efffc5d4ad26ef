//! What the Python module computes once per board size.

use super::plan::Plan;
use super::{pairs, score};
use crate::export::terms;
use crate::features::Feature as F;

/// Writes the functions that compute the tables.
pub(super) fn lines(plan: &Plan) -> Vec<String> {
    let mut parts = vec![HEAD];
    if plan.has_dear_table() {
        parts.push(WHEN_MET);
    }
    parts.push(MAKE);
    if plan.has_dear_table() {
        parts.push(TABLE);
    }
    if needs_by_cell(plan) {
        parts.push(BY_CELL);
    }
    if plan.centre() || plan.has_pair(&CENTRED) {
        parts.push("    centre = by_cell(lambda row, column: (row - height / 2) ** 2 + (column - width / 2) ** 2)");
    }
    if plan.has_pair(&[F::OwnCentreManhattan, F::OpponentCentreManhattan]) {
        parts.push("    manhattan = by_cell(lambda row, column: abs(row - height / 2) + abs(column - width / 2))");
    }
    if plan.has_term(&[F::PolosinBalance]) {
        parts.push(FACTOR);
    }
    if plan.has_term(&[F::EarlyCentrality]) {
        parts.push(CENTRALITY);
    }
    if plan.has_pair(&[F::OpponentDistance]) {
        parts.push(GAP);
    }
    if plan.rings() {
        parts.push(APART);
    }
    let mut lines: Vec<String> = parts.join("\n").lines().map(str::to_owned).collect();
    if !plan.pairs.is_empty() {
        lines.extend(pairs::lines(plan));
    }
    if plan.tapers() {
        lines.extend(at_ply(plan));
    }
    let mut push = |text: &str| lines.extend(text.lines().map(str::to_owned));
    if plan.areas() != [false, false] {
        push(AREAS);
    }
    if plan.ahead() != [false, false] || plan.reach() != [false, false] {
        push(FURTHER);
    }
    if plan.ahead() != [false, false] {
        push("    ahead = further(list)");
    }
    if plan.reach() != [false, false] {
        push("    reach = further(set)");
    }
    if plan.territory() {
        push(TERRITORIES);
    }
    push(&format!("    return {}", plan.tables().join(", ")));
    push(TAIL);
    lines
}

/// The features of the table by cells that depend on the distance from the centre.
const CENTRED: [F; 6] = [
    F::OwnCentreDistance,
    F::OpponentCentreDistance,
    F::OwnMovesCentre,
    F::OpponentMovesCentre,
    F::OwnTargetsCentre,
    F::OpponentTargetsCentre,
];

fn needs_by_cell(plan: &Plan) -> bool {
    plan.centre()
        || plan.has_pair(&CENTRED)
        || plan.has_pair(&[F::OwnCentreManhattan, F::OpponentCentreManhattan])
        || plan.has_term(&[F::PolosinBalance, F::EarlyCentrality])
}

const HEAD: &str = r#"
# The cell of a player who is not placed yet and may move to any blank cell.
NOT_PLACED = (None, -1)

KNIGHT = [(down, right) for down in (-2, -1, 1, 2) for right in (-2, -1, 1, 2) if abs(down) != abs(right)]


def _reader(cells):
    """Returns a function that reads these cells of a flat board: 0 if blank, 1 if blocked."""
    if len(cells) > 1:
        return itemgetter(*cells)
    return lambda state: tuple(state[cell] for cell in cells)

"#;

const WHEN_MET: &str = r#"
class _WhenMet(dict):
    """A table whose entries are computed on first use."""

    def __init__(self, make):
        self.make = make

    def __missing__(self, key):
        entry = self[key] = self.make(key)
        return entry

"#;

const MAKE: &str = r#"
def _make_tables(width, height):
    """Computes everything that depends on the board size; cells are numbered as in the flat list."""
    cells = range(width * height)
    places = {cell: (cell % height, cell // height) for cell in cells}
    near = {}
    for cell, (row, column) in places.items():
        targets = [(row + down, column + right) for down, right in KNIGHT]
        near[cell] = [r + c * height for r, c in targets if 0 <= r < height and 0 <= c < width]
    near.update(dict.fromkeys(NOT_PLACED, list(cells)))
    jumps = {cell: _reader(near[cell]) for cell in near}
"#;

const TABLE: &str = r#"
    def table(make):
        """An entry for each cell: computed at once for WIDTH and HEIGHT, else on first use."""
        if (width, height) == (WIDTH, HEIGHT):
            return {cell: make(cell) for cell in near}
        return _WhenMet(make)
"#;

const BY_CELL: &str = r"
    def by_cell(value):
        values = {cell: value(*place) for cell, place in places.items()}
        values.update(dict.fromkeys(NOT_PLACED, 0.0))
        return values
";

const FACTOR: &str = r"    corner = (height / 2) ** 2 + (width / 2) ** 2
    factor = by_cell(lambda row, column: 1.7 - ((row - height / 2) ** 2 + (column - width / 2) ** 2) / corner)";

const CENTRALITY: &str = r"    area = width ** 2 * height ** 2
    centrality = by_cell(lambda row, column: 1 - (row - height / 2) ** 2 * (column - width / 2) ** 2 / area)";

const GAP: &str = r#"
    def gap(own, opponent):
        """The squared distance between the players."""
        if own in NOT_PLACED or opponent in NOT_PLACED:
            return 0
        (row, column), (other_row, other_column) = places[own], places[opponent]
        return (row - other_row) ** 2 + (column - other_column) ** 2
"#;

const APART: &str = r#"
    def distances(start):
        """The number of jumps to every reachable cell of the empty board."""
        if start in NOT_PLACED:
            return {}
        found, queue = {start: 0}, [start]
        for cell in queue:
            for target in near[cell]:
                if target not in found:
                    found[target] = found[cell] + 1
                    queue.append(target)
        return found

    apart = table(distances)
"#;

const AREAS: &str = r"
    # The four areas around a cell, the blank cells of each counted in some bits of one number.
    bits = len(cells).bit_length()

    def around(cell):
        if cell in NOT_PLACED:
            return 0, (0,) * len(cells)
        row, column = places[cell]
        parts = [1 << bits * (2 * (r > row) + (c > column)) for r, c in places.values()]
        return sum(parts), tuple(-part for part in parts)

    areas = table(around)

    # By two of the four counts: their sum, and that of their squares.
    half, low_half = 2 * bits, (1 << 2 * bits) - 1
    counts = [(number & (1 << bits) - 1, number >> bits) for number in range(1 << half)]
    sums, squares = [a + b for a, b in counts], [a * a + b * b for a, b in counts]
";

const FURTHER: &str = r#"
    def further(collect):
        """By a player's cell and its blocked jumps: a reader of the cells one jump further."""

        def reader(start, blocked):
            targets = [target for target, taken in zip(near[start], blocked) if not taken]
            return _reader(list(collect(cell for target in targets for cell in near[target])))

        return table(lambda start: _WhenMet(lambda blocked: reader(start, blocked)))

"#;

const TERRITORIES: &str = r#"
    # Sets of cells as the bits of a number.
    cell_bits = [1 << cell for cell in cells]
    on_board = (1 << len(cells)) - 1
    near_bits = {cell: sum(cell_bits[target] for target in near[cell]) for cell in near}
    # Two sets in one number, the second so far above the first that no jump leads from one into the other.
    lane, one, two = len(cells) + 2 * height + 2, height, 2 * height

    def jump_further(moves):
        return sum({cell_bits[cell] for start in cells if moves >> start & 1 for cell in near[start]})

    after_moves = _WhenMet(jump_further)

    def rows(wanted):
        chosen = sum(cell_bits[cell] for cell, (row, _) in places.items() if wanted(row))
        return chosen | chosen << lane

    below_1, above_1 = rows(lambda row: row >= 1), rows(lambda row: row < height - 1)
    below_2, above_2 = rows(lambda row: row >= 2), rows(lambda row: row < height - 2)

    def territories(state, mover, waiter):
        """Returns how many cells the player to move reaches first, and how many the other one."""
        free = on_board ^ sum(compress(cell_bits, state))
        mine = near_bits[mover] & free
        others = near_bits[waiter] & free & ~mine
        free ^= mine | others
        mine_now = after_moves[mine] & free
        free ^= mine_now
        others_now = after_moves[others] & free
        while True:
            free ^= others_now
            mine |= mine_now
            others |= others_now
            edge = mine_now | others_now << lane
            if not edge or not free:
                return bin(mine).count("1"), bin(others).count("1")
            beside = edge << 1 & below_1 | edge >> 1 & above_1
            beyond = edge << 2 & below_2 | edge >> 2 & above_2
            reached = beside << two | beside >> two | beyond << one | beyond >> one
            mine_now = reached & free
            free ^= mine_now
            others_now = reached >> lane & free

"#;

const TAIL: &str = r#"

_BOARDS = {}


def _tables(width, height):
    """Returns the tables of a board size, computed on first use."""
    tables = _BOARDS.get((width, height))
    if tables is None:
        tables = _BOARDS[width, height] = _make_tables(width, height)
    return tables


HOME = _tables(WIDTH, HEIGHT)
ENTRIES = WIDTH * HEIGHT + 3  # of the flat list: the cells, the side to move, player 2's cell, player 1's cell


def _read(game, player):
    """Reads a board without a flat list through its public methods."""

    def number(location):
        return None if location is None or location[0] < 0 else location[0] + location[1] * game.height

    state = [1] * (game.width * game.height + 3)
    for blank in game.get_blank_spaces():
        state[number(blank)] = 0
    own, opponent = game.get_player_location(player), game.get_player_location(game.get_opponent(player))
    return state, player != game.active_player, number(own), number(opponent)

"#;

/// What changes with the plies played.
fn at_ply(plan: &Plan) -> Vec<String> {
    let weight = |name: &str| {
        let constant = name.to_uppercase();
        format!("{constant}_LATE + phase * ({constant}_EARLY - {constant}_LATE)")
    };
    let names = score::at_ply(plan);
    let values: Vec<String> =
        names.iter().map(|name| if name == "phase" { name.clone() } else { weight(name) }).collect();
    let mut lines: Vec<String> = [
        "",
        "    # The phase of the game: 1 just after the placements, 0 on a full board.",
        "    at_ply = []",
        "    for plies in range(len(cells) + 1):",
        "        phase = min(1.0, (len(cells) - plies) / max(1, len(cells) - 2))",
    ]
    .map(str::to_owned)
    .to_vec();
    if let [value] = values.as_slice() {
        let line = format!("        at_ply.append({value})");
        if line.chars().count() <= terms::WIDTH {
            lines.push(line);
        } else {
            lines.extend(["        at_ply.append(".to_owned(), format!("            {value}"), "        )".to_owned()]);
        }
    } else {
        lines.push("        at_ply.append((".to_owned());
        lines.extend(values.iter().map(|value| format!("            {value},")));
        lines.push("        ))".to_owned());
    }
    lines
}
