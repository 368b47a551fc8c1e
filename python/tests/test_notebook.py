"""The notebook of examples/ runs, and shows what it says."""

import pytest

from conftest import ROOT


def test_the_notebook_runs(tmp_path, monkeypatch):
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    import sys

    # a kernel that is this Python, whatever kernels are installed
    kernel = tmp_path / "kernels" / "knap-test"
    kernel.mkdir(parents=True)
    (kernel / "kernel.json").write_text(
        '{"argv": ["%s", "-m", "ipykernel_launcher", "-f", "{connection_file}"], "display_name": "t", "language": "python"}'
        % sys.executable)
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))
    notebook = nbformat.read(ROOT / "examples" / "knap.ipynb", 4)
    assert all(not cell.get("outputs") for cell in notebook.cells), "commit the notebook without outputs"
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="knap-test",
                            resources={"metadata": {"path": str(ROOT / "examples")}}).execute()
    pages = [output["data"].get("text/html", "") for cell in notebook.cells for output in cell.get("outputs", [])
             if "data" in output]
    assert pages[0].count("<mark>") == 3 and "Mayor Theo Brandvold" in pages[0]
    assert any("retrieval/cost" in page for page in pages)  # the columns of the policy
    assert any("rougeLsum" in page for page in pages) and any("lexrank" in page for page in pages)
    assert not [output for cell in notebook.cells for output in cell.get("outputs", []) if output["output_type"] == "error"]
