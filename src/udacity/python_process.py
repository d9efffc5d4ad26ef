"""Plays games of an AIND-Isolation checkout for isotune: a JSON object in, a JSON object out, line by line.

Started as: python3 -B -c THIS FOLDER [MODULE...], with the modules that isotune is about to write there. Time is the time of this process, so that a busy machine does not decide games.
"""

import json
import os
import random
import signal
import sys
import time
import types

LONGEST = 200  # characters of an error
ATTEMPTS = 10  # at measuring times
CLOCK = time.process_time
CALIBRATED = ""  # the heuristic of searches that are measured; no other has an empty name

# What the project prints is not for isotune.
answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
os.chdir(sys.argv[1])
sys.path.insert(0, os.getcwd())
modules = {}
scores = {}


class Hanging(BaseException):
    """Raised in a player that uses no time of the process, and does not come back."""


def on_alarm(_signal, _frame):
    raise Hanging("no move within a minute")


def complaint(error):
    text = "{}: {}".format(type(error).__name__, error).encode("ascii", "replace").decode()
    return text if len(text) <= LONGEST else text[:LONGEST] + "..."


def culprit(error):
    """Returns the module that could not be imported, or lacks what is imported, if that is the error."""
    if isinstance(error, ImportError):
        return error.name
    if isinstance(error, SyntaxError) and error.filename:
        return os.path.splitext(os.path.basename(error.filename))[0]
    return None


UNWRITTEN = "def custom_score(game, player):\n    raise NotImplementedError\n"


def stand_in(name):
    """Lets the project import a module that is not there yet, or broken, and is about to be written."""
    try:
        __import__(name).custom_score
    except Exception:
        sys.modules[name] = types.ModuleType(name)
        exec(UNWRITTEN, sys.modules[name].__dict__)


def load():
    """Imports the project, and says which of the two it is."""
    for name in sys.argv[2:]:
        stand_in(name)
    import game_agent
    import isolation
    import sample_players

    modules.update(agent=game_agent, board=isolation.Board, sample=sample_players)
    if hasattr(game_agent, "AlphaBetaPlayer") and hasattr(game_agent, "MinimaxPlayer"):
        modules["version"] = "modern"
        names = {"open": "open_move_score", "center": "center_score", "improved": "improved_score"}
    elif hasattr(game_agent, "CustomPlayer"):
        modules["version"] = "classic"
        names = {"null": "null_score", "open": "open_move_score", "improved": "improved_score"}
    else:
        raise ImportError("game_agent.py has neither AlphaBetaPlayer and MinimaxPlayer nor CustomPlayer")
    for name, function in names.items():
        scores[name] = getattr(sample_players, function)


def player(kind, name, depth=None):
    agent, score = modules["agent"], scores.get(name)
    if kind == "random":
        return modules["sample"].RandomPlayer()
    if modules["version"] == "modern":
        if kind == "mm":
            return agent.MinimaxPlayer(search_depth=depth, score_fn=score)
        return agent.AlphaBetaPlayer(score_fn=score)
    method = "minimax" if kind == "mm" else "alphabeta"
    if kind == "id":
        return agent.CustomPlayer(score_fn=score, method=method, iterative=True)
    return agent.CustomPlayer(search_depth=depth, score_fn=score, method=method, iterative=False)


def ask(mover, board, left):
    if modules["version"] == "modern":
        return mover.get_move(board, left)
    return mover.get_move(board, board.get_legal_moves(), left)


def play(players, opening, limit):
    """Plays a game, and returns the number of the winner and why the other one lost."""
    board = modules["board"](*players)
    for move in opening:
        board.apply_move(tuple(move))
    while True:
        legal = board.get_legal_moves()
        mover = board.active_player
        winner = 2 if mover is players[0] else 1
        if not legal:
            return winner, "loss"
        copy = board.copy()
        start = CLOCK()
        left = lambda: limit - 1000 * (CLOCK() - start)
        try:
            if hasattr(signal, "alarm"):
                signal.alarm(60)
            move = ask(mover, copy, left)
            late = left() < 0
        except (Exception, Hanging) as error:
            return winner, complaint(error)
        finally:
            if hasattr(signal, "alarm"):
                signal.alarm(0)
        if late:
            return winner, "timeout"
        if move not in legal:
            return winner, "forfeit" if move in (None, (-1, -1)) else "illegal move"
        board.apply_move(move)


def imported(name):
    """Returns the custom_score of a module other than the project's agents."""
    return None if name == "game_agent" else getattr(sys.modules.get(name), "custom_score", None)


def tried(function, board, mover):
    """Calls a heuristic, and returns its error if it fails, and the modules whose custom_score is called by it."""
    called = []

    def watch(frame, event, _argument):
        name = frame.f_globals.get("__name__")
        if event == "call" and name not in called and getattr(imported(name), "__code__", None) is frame.f_code:
            called.append(name)

    sys.setprofile(watch)
    try:
        float(function(board, mover))
    except Exception as error:
        return error, called
    finally:
        sys.setprofile(None)
    return None, called


def check(_request):
    """Plays a move with each kind of player, and tries the project's own heuristics."""
    kinds = [("mm", "improved", 3), ("id", "improved", None)]
    if modules["version"] == "classic":
        kinds.append(("ab", "improved", 5))
    for kind, name, depth in kinds:
        players = player(kind, name, depth), player("random", "")
        board = modules["board"](*players)
        for move in [(2, 3), (4, 5)]:
            board.apply_move(move)
        start = CLOCK()
        move = ask(players[0], board, lambda: 150 - 1000 * (CLOCK() - start))
        if move not in board.get_legal_moves():
            raise ValueError("{} plays {}, which is not legal".format(type(players[0]).__name__, move))
    reserve = getattr(player("id", "improved"), "TIMER_THRESHOLD", 10)
    own, failing, unwritten, imports = [], [], [], []
    for name in ["custom_score", "custom_score_2", "custom_score_3"]:
        function = getattr(modules["agent"], name, None)
        error, called = tried(function, board, players[0])
        for module in called:
            imports.append({"function": name, "module": module, "itself": function is imported(module)})
        if error is None:
            scores[name] = function
            own.append(name)
        elif function is None:
            continue
        elif not isinstance(error, NotImplementedError):
            failing.append({"function": name, "error": complaint(error)})
        elif not any(module in sys.argv[2:] for module in called):
            unwritten.append(name)
    python = sys.version.split()[0]
    found = {"version": modules["version"], "python": python, "reserve": reserve, "own": own}
    return dict(found, failing=failing, unwritten=unwritten, imports=imports)


def add(request):
    """Adds a heuristic by its source text."""
    module = types.ModuleType("exported")
    exec(compile(request["source"], request["name"], "exec"), module.__dict__)
    scores[request["name"]] = module.custom_score
    return {}


def boards(score):
    """Positions of random games with both players' moves searched by one heuristic."""
    for seed in range(10):
        random.seed(seed)
        scores[CALIBRATED] = score
        board = modules["board"](player("id", CALIBRATED), player("id", CALIBRATED))
        for _ in range(2 + 2 * seed):
            moves = board.get_legal_moves()
            if not moves:
                break
            board.apply_move(random.choice(moves))
        if board.get_legal_moves():
            yield board


def deepen(board, seed, enough):
    """Searches deeper and deeper until it is enough, and returns the depths searched."""
    random.seed(seed)
    mover = board.active_player
    start = CLOCK()
    mover.time_left = lambda: 1e6 - 1000 * (CLOCK() - start)
    depth = 0
    while not enough(depth, 1000 * (CLOCK() - start)):
        depth += 1
        mover.alphabeta(board, depth)
    return depth


def calibrate(request):
    """Measures the time of a node without its heuristic, and of a call of every heuristic.

    Shallow searches have more leaves and smaller trees than those of a game, and cheaper nodes. So these are as deep as a move's
    time allows: the next depth takes some three times as long.
    """
    improved, leaves = scores["improved"], []
    counted = {"nodes": 0, "calls": 0}

    def counting(game, mover):
        counted["calls"] += 1
        if counted["calls"] % 50 == 0 and len(leaves) < 400:
            leaves.append((game, mover))
        return improved(game, mover)

    apply_move = modules["board"].apply_move

    def counting_move(self, move):
        counted["nodes"] += 1
        return apply_move(self, move)

    depths = []
    for seed, board in enumerate(list(boards(counting))):
        deepest = len(board.get_blank_spaces())
        modules["board"].apply_move = counting_move
        try:
            enough = lambda depth, time: depth >= deepest or (depth > 0 and time > min(request["limit"], 300) / 3)
            depths.append(deepen(board, seed, enough))
        finally:
            modules["board"].apply_move = apply_move
    positions = list(boards(improved))

    def searches():
        for seed, board in enumerate(positions):
            deepen(board, seed, lambda depth, _time: depth >= depths[seed])

    def calls(score):
        for game, mover in leaves:
            try:
                score(game, mover)
            except Exception:
                pass  # Loses games, which is said there.

    def timed(work, *arguments):
        start = CLOCK()
        work(*arguments)
        return CLOCK() - start

    def usual(measure, *arguments):
        times = sorted(measure(*arguments) for _ in range(request["rounds"]))
        return times[len(times) // 2]

    def call_time(name):
        return timed(calls, scores[name]) / max(len(leaves), 1)

    def node_time():
        # Calls before and after the searches: a machine that is slow for a while is slow for both.
        before = call_time("improved")
        whole = timed(searches)
        call = (before + call_time("improved")) / 2
        return (whole - counted["calls"] * call) / max(counted["nodes"], 1)

    def move_time():
        moved = [(game.copy(), moves[0]) for game, moves in ((game, game.get_legal_moves()) for game, _ in leaves) if moves]
        start = CLOCK()
        for game, move in moved:
            apply_move(game, move)
        return (CLOCK() - start) / max(len(moved), 1)

    names = [name for name in scores if name != CALIBRATED]
    call = {name: usual(call_time, name) for name in names}
    # A node is a move and what the search does with it. On a busy machine it may seem to take less, as its calls seem to take more.
    least, node = usual(move_time), 0
    for _ in range(ATTEMPTS if counted["nodes"] else 0):
        node = max(node, usual(node_time))
        if node > least:
            break
    return {"node": node, "call": call}


def game(request):
    random.seed(request["seed"])
    players = [player(*given) for given in request["players"]]
    winner, reason = play(players, request["opening"], request["limit"])
    return {"winner": winner, "reason": reason}


if hasattr(signal, "alarm"):
    signal.signal(signal.SIGALRM, on_alarm)
fault = None
try:
    load()
except (Exception, SystemExit) as error:
    fault = {"error": complaint(error), "module": culprit(error)}
for line in sys.stdin:
    request = json.loads(line)
    try:
        answer = fault if fault else globals()[request["ask"]](request)
    except (Exception, SystemExit, Hanging) as error:
        answer = {"error": complaint(error)}
    answers.write(json.dumps(answer) + "\n")
    answers.flush()
