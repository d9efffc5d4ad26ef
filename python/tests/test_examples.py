"""The examples of the package and the notebook, run as they are."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "examples/python"


class Examples(unittest.TestCase):
    def test_optimizers(self):
        for name in ["with_pycma.py", "with_nevergrad.py", "with_optuna.py"]:
            with self.subTest(name), tempfile.TemporaryDirectory() as place:
                script = FOLDER / "package" / name
                code = [line for line in script.read_text().splitlines() if line and not line.startswith(('"', "import"))]
                self.assertLessEqual(len(code), 10, "ten lines")
                outputs = [
                    subprocess.run([sys.executable, script, "budget=nodes:20"], cwd=place, capture_output=True, text=True)
                    for _ in range(2)
                ]
                self.assertEqual(outputs[0].returncode, 0, outputs[0].stderr)
                self.assertIn("opponent-moves", outputs[0].stdout)
                self.assertEqual(outputs[0].stdout, outputs[1].stdout, "the seed decides")

    def test_the_notebook(self):
        import nbformat
        from nbclient import NotebookClient

        notebook = nbformat.read(FOLDER / "first_night.ipynb", as_version=4)
        with tempfile.TemporaryDirectory() as place:
            os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
            NotebookClient(notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": place}}).execute()
        text = str([cell.get("outputs") for cell in notebook.cells])
        for words in ["against the roster", "image/png", "custom_score(game, player) drops into game_agent.py", "wins after", "with perfect play"]:
            self.assertTrue(words in text, words)


if __name__ == "__main__":
    unittest.main()
