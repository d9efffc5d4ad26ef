"""The package, installed from its wheel. ISOTUNE names the program of the same source, to compare with."""

import contextlib
import io
import json
import os
import platform
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import warnings
from pathlib import Path

import isotune
from isotune import _frames, _processor

PROGRAM = os.environ.get("ISOTUNE")
SHORT = {"budget": "nodes:20", "total": "Games(20000)", "finals": "(select_pairs: 20, final_pairs: 20)"}


# A shell starts jobs in the background with Ctrl-C ignored; the tests send it to themselves.
signal.signal(signal.SIGINT, signal.default_int_handler)


def without_times(history):
    """The lines of a history but for how long each generation took."""
    return [{name: value for name, value in line.items() if name != "seconds"} for line in history]


class InFolder(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        before = os.getcwd()
        os.chdir(place.name)
        self.addCleanup(os.chdir, before)


class Tuning(InFolder):
    def test_the_same_bytes_as_the_program(self):
        events = []
        run = isotune.Tuner("quick", SHORT, name="ours", candidates=True).run(events.append)
        kinds = {event["event"] for event in events}
        self.assertLessEqual({"plan", "stage", "generation", "holdout", "verdict"}, kinds)
        self.assertEqual(run.folder, Path("checkpoints/ours"))
        self.assertGreater(len(run.weights), 3)
        self.assertIn("score", run.best["measured"])
        history = run.history("list")
        self.assertEqual(len(history), sum(event["event"] == "generation" for event in events))
        candidates = run.candidates("list")
        self.assertGreater(len(candidates), len(history))
        self.assertIn("weight:opponent-moves", candidates[0])
        self.assertEqual({row["run"] for row in candidates}, {"ours"})
        self.assertFalse(list(Path("checkpoints").glob("*.part")))
        if PROGRAM is None:
            self.skipTest("ISOTUNE is not set: not compared with the program")
        settings = [f"--set={key}={value}" for key, value in SHORT.items()]
        subprocess.run([PROGRAM, "tune", "quick", *settings, "--name", "ours", "--runs", "theirs", "-q"], check=True, stdout=subprocess.DEVNULL)
        for file in ["best.ron", "config.ron"]:
            self.assertEqual(Path("checkpoints/ours", file).read_bytes(), Path("theirs/ours", file).read_bytes(), file)
        theirs = isotune.load("theirs/ours").history("list")
        self.assertEqual(without_times(history), without_times(theirs))

    def test_an_exception_of_the_callback_leaves_a_run_to_be_resumed(self):
        def fail(event):
            if event["event"] == "generation" and event["generation"] == 3:
                raise ZeroDivisionError("enough")

        tuner = isotune.Tuner("quick", SHORT, name="stopped", candidates=True)
        with self.assertRaises(ZeroDivisionError), self.assertWarns(UserWarning):
            tuner.run(fail)
        with self.assertRaises(isotune.IsotuneError) as refused:
            tuner.run()
        self.assertIn("already exists", str(refused.exception))
        self.assertEqual(refused.exception.code, 2)
        run = tuner.resume()
        whole = isotune.Tuner("quick", SHORT, name="whole").run()
        self.assertEqual(without_times(run.history("list")), without_times(whole.history("list")))
        self.assertEqual(run.weights, whole.weights)
        self.assertGreater(len(run.candidates("list")), 0)

    def test_ctrl_c_interrupts_and_loses_nothing(self):
        def interrupt():
            while not Path("checkpoints/night/config.ron").exists():
                time.sleep(0.02)
            os.kill(os.getpid(), signal.SIGINT)

        threading.Thread(target=interrupt).start()
        tuner = isotune.Tuner("overnight", name="night")
        with self.assertRaises(KeyboardInterrupt), warnings.catch_warnings(record=True) as notes:
            warnings.simplefilter("always")
            tuner.run()
        self.assertIn("isotune resume night", str(notes[0].message))
        # A second one later is an ordinary interrupt, and the process is alive.
        with self.assertRaises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(5)

    def test_other_threads_run_meanwhile(self):
        counted = [0]
        done = threading.Event()

        def count():
            while not done.is_set():
                counted[0] += 1
                time.sleep(0.001)

        thread = threading.Thread(target=count)
        thread.start()
        isotune.Tuner("quick", SHORT, name="busy").run()
        done.set()
        thread.join()
        self.assertGreater(counted[0], 10)

    def test_plans_and_frames(self):
        plan = isotune.Tuner("quick", ["seed=7"]).plan()
        self.assertGreater(plan["population"], 3)
        run = isotune.Tuner("quick", SHORT).run()
        for kind in ["pandas", "polars"]:
            with contextlib.suppress(ImportError):
                self.assertEqual(len(run.history(kind)), len(run.history("list")))
        with self.assertRaises(ValueError):
            run.history("excel")
        with self.assertRaises(FileNotFoundError) as missing:
            run.candidates()
        self.assertIn("candidates=True", str(missing.exception))
        self.assertEqual(isotune.load("quick").weights, isotune.load("checkpoints/quick").weights)


class Evaluating(InFolder):
    def test_results_are_the_programs(self):
        evaluator = isotune.Evaluator("quick", {"budget": "nodes:20"}, threads=1)
        self.assertEqual(evaluator.names[0], "own-moves")
        two = [evaluator.start, {"opponent-moves": -2.0}]
        first, second = evaluator.evaluate(two, games=28, index=0)
        self.assertEqual(evaluator.evaluate(two[1], games=28, index=1), {**second, "schema": "isotune/1", "version": isotune.__version__})
        self.assertEqual(evaluator.costs(two, games=28, index=0), [first["cost"], second["cost"]])
        with self.assertRaises(isotune.IsotuneError) as refused:
            evaluator.evaluate([1.0])
        self.assertIn("4 are free", str(refused.exception))
        self.assertEqual(evaluator.evaluate(two, games=28, index=0), [first, second], "it goes on")
        if PROGRAM:
            line = json.dumps({"candidates": two, "games": 28, "index": 0})
            answer = subprocess.run([PROGRAM, "evaluate", "quick", "--set=budget=nodes:20"], input=line, capture_output=True, text=True, check=True)
            self.assertEqual(json.loads(answer.stdout)["results"], [first, second])
        evaluator.close()

    def test_the_function_keeps_its_sessions(self):
        changes = ("budget=nodes:20",)
        start = [1, -1, 0, 0]
        one = isotune.evaluate(start, changes=changes, games=14)
        many = isotune.evaluate([start, start], changes=changes, games=14)
        self.assertEqual([one["index"], *(result["index"] for result in many)], [0, 1, 2])
        with self.assertRaises(isotune.IsotuneError) as refused:
            isotune.evaluate(start, "no-such-config")
        self.assertIn("no-such-config", str(refused.exception))


class Playing(InFolder):
    def test_verbs_are_functions(self):
        told = isotune.tournament("open", matches=2, budget="nodes:20", progress=False)
        self.assertEqual([agent["name"] for agent in told["agents"]], ["improved", "open"])
        compared = isotune.compare("open", "improved", pairs=4, budget="nodes:20")
        self.assertEqual(compared["result"]["games"], 8)
        game = isotune.play("greedy:open", "random", seed=3)
        self.assertIn(game["winner"], (1, 2))
        solved = isotune.solve("0,0 1,1", board="4x4")
        self.assertIn(solved["winner"], (1, 2))
        grades = isotune.grade("open", only=True, positions=5, no_cache=True, budget="nodes:20")
        self.assertEqual(grades["positions"], 5)
        names = [entry["name"] for entry in isotune.heuristics()["heuristics"]]
        self.assertIn("improved", names)
        if PROGRAM:
            printed = subprocess.run([PROGRAM, "tournament", "open", "--matches=2", "--budget=nodes:20", "--json"], capture_output=True, check=True)
            self.assertEqual(json.loads(printed.stdout), told)

    def test_errors_have_the_sentences_of_the_program(self):
        for call, words in [
            (lambda: isotune.tournament("improvd"), "did you mean 'improved'"),
            (lambda: isotune.compare("open", "improved", pairs=0), "pairs"),
            (lambda: isotune.compare("open", "improved", colour="red"), "--colour"),
            (lambda: isotune.load("no-such-run"), "no-such-run"),
            (lambda: isotune.Tuner("quick", {"budget": "time:150"}).run(), "effort:"),
        ]:
            with self.assertRaises(isotune.IsotuneError) as refused:
                call()
            self.assertIn(words, str(refused.exception))
            self.assertEqual(refused.exception.code, 2)

    def test_functions_play_as_heuristics(self):
        def open_moves(position):
            self.assertTrue(position.own_moves or position.opponent_moves)
            self.assertEqual(position.plies + len(position.blank), position.width * position.height)
            return len(position.own_moves)

        def custom_score(game, player):
            if game.is_loser(player) or game.is_winner(player):
                return game.utility(player)
            assert game.get_player_location(player) not in game.get_blank_spaces()
            return float(len(game.get_legal_moves(player)) - len(game.get_legal_moves(game.get_opponent(player))))

        options = {"matches": 2, "budget": "nodes:30", "threads": 2}
        ours = isotune.tournament(open_moves, isotune.from_udacity(custom_score), **options)["agents"]
        built_in = isotune.tournament("open", **options)["agents"]
        self.assertTrue(ours[1]["name"].startswith("host:open_moves-"))
        # The same scores are the same games: its own heuristics, and the baseline.
        for mine, theirs in [(ours[1], built_in[1]), (ours[2], built_in[0])]:
            self.assertEqual(mine["opponents"], theirs["opponents"])

    def test_what_a_function_raises_is_raised(self):
        def fails(position):
            raise KeyError("mine")

        def nothing(position):
            return float("nan")

        for function, kind in [(fails, KeyError), (nothing, ValueError), (lambda position: "x", ValueError), (lambda: 0, TypeError)]:
            with self.assertRaises(kind):
                isotune.compare(function, "improved", pairs=2, budget="nodes:30")
        with self.assertRaises(isotune.IsotuneError):
            isotune.compare("host:fails-1", "improved", pairs=2)

    def test_progress_is_shown_on_request(self):
        shown = io.StringIO()
        with contextlib.redirect_stderr(shown):
            isotune.compare("open", "improved", pairs=8, budget="nodes:20", progress=True)
        self.assertIn("16", shown.getvalue())


class Weighing(InFolder):
    def test_weights_are_read_written_and_exported(self):
        weights = isotune.Weights("mine", {"own-moves": 1.0, "opponent-moves": {"early": -1.5, "late": -1.0}})
        weights.write("mine.ron")
        again = isotune.Weights.read("mine.ron")
        self.assertEqual((again.name, dict(again)), ("mine", dict(weights)))
        weights.write("mine.ron")  # The same content is left alone.
        with self.assertRaises(isotune.IsotuneError):
            isotune.Weights("mine", {"own-moves": 2.0}).write("mine.ron")
        self.assertEqual(isotune.Weights.read("mine.ron"), again)
        weights.write("mine.json", force=True)
        self.assertEqual(isotune.Weights.read("mine.json"), again)
        self.assertIn("def custom_score(game, player)", weights.export(format="python"))
        self.assertEqual(isotune.Weights.read("improved")["own-moves"], 1.0)
        with self.assertRaises(isotune.IsotuneError):
            isotune.Weights("mine", {"no-such-feature": 1.0}).export(format="ron")
        self.assertGreater(isotune.compare("mine.json", "null", pairs=10, budget="nodes:50")["result"]["score"], 0.5)


class Installing(InFolder):
    def test_the_command_is_installed(self):
        command = Path(sys.executable).with_name("isotune")
        for call in [[command], [sys.executable, "-m", "isotune"]]:
            version = subprocess.run([*call, "--version"], capture_output=True, text=True, check=True)
            self.assertEqual(version.stdout.strip(), f"isotune {isotune.__version__}")
            refused = subprocess.run([*call, "compare", "open", "improvd"], capture_output=True, text=True)
            self.assertEqual((refused.returncode, refused.stdout), (2, ""))
            self.assertIn("did you mean 'improved'", refused.stderr)
        bench = subprocess.run([command, "bench", "--rounds", "1", "--json"], capture_output=True, check=True)
        self.assertEqual(json.loads(bench.stdout)["signature"], 172999)

    @unittest.skipUnless(hasattr(signal, "SIGINT") and os.name == "posix", "signals of Unix")
    def test_the_command_stops_by_a_signal(self):
        command = Path(sys.executable).with_name("isotune")
        process = subprocess.Popen([command, "tune", "overnight", "--name", "night"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while not Path("checkpoints/night/config.ron").exists():
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate()
        self.assertEqual(process.returncode, 130, out + errors)
        self.assertNotIn("Traceback", errors)
        self.assertIn("isotune resume night", out)

    def test_processors_without_what_it_needs_are_told(self):
        modern = "processor : 0\nflags\t\t: " + " ".join(_processor.NEEDED)
        self.assertEqual(_processor.missing(modern), [])
        self.assertEqual(_processor.missing(modern.replace("avx2 ", "").replace("bmi2 ", "")), ["avx2", "bmi2"])
        self.assertEqual(_processor.missing("model name: something else"), [])

    def test_an_older_processor_is_told_what_is_missing(self):
        emulator = shutil.which("qemu-x86_64")
        if emulator is None or not sys.platform.startswith("linux") or platform.machine() != "x86_64":
            print("skipped: older processors, as there is no qemu-x86_64 (apt-get install qemu-user)", file=sys.stderr)
            self.skipTest("no qemu-x86_64")
        command = Path(sys.executable).with_name("isotune")
        # The emulator looks for files below this folder first; a kernel would say what the processor has.
        told = Path("proc/cpuinfo")
        told.parent.mkdir()
        for processor, flags, lacking in [
            ("core2duo", "fpu mmx sse sse2 pni ssse3", "avx2, bmi1, bmi2, fma, movbe, popcnt, abm"),
            ("Nehalem", "fpu mmx sse sse2 pni ssse3 sse4_1 sse4_2 popcnt", "avx2, bmi1, bmi2, fma, movbe, abm"),
        ]:
            told.write_text("processor : 0\nmodel name : {}\nflags : {}\n".format(processor, flags))
            emulated = [emulator, "-cpu", processor, "-L", os.getcwd(), sys.executable]
            for call, code in [(["-c", "import isotune"], 1), ([command, "--version"], 2), (["-m", "isotune", "--version"], 2)]:
                answer = subprocess.run([*emulated, *call], capture_output=True, text=True)
                self.assertEqual((answer.returncode, answer.stdout), (code, ""), answer.stderr)
                last = answer.stderr.splitlines()[-1]
                self.assertTrue(last.startswith("ImportError: this build" if code == 1 else "error: this build"), last)
                self.assertIn("lacks {};".format(lacking), last)
                self.assertEqual(len(answer.stderr.splitlines()) > 1, code == 1, "the command says a sentence")
        # One that has everything starts.
        told.write_text("flags : {}\n".format(" ".join(_processor.NEEDED)))
        answer = subprocess.run([emulator, "-cpu", "max", "-L", os.getcwd(), sys.executable, command, "--version"], capture_output=True, text=True)
        self.assertEqual(answer.stdout, "isotune {}\n".format(isotune.__version__), answer.stderr)

    def test_the_package_is_typed(self):
        folder = Path(isotune.__file__).parent
        self.assertTrue((folder / "py.typed").is_file() and (folder / "_native.pyi").is_file())
        for name in isotune.__all__:
            self.assertTrue(hasattr(isotune, name), name)
        self.assertEqual(_frames.parse("a,b\n1,x\n,2.5\n"), [{"a": 1, "b": "x"}, {"a": None, "b": 2.5}])


if __name__ == "__main__":
    unittest.main()
