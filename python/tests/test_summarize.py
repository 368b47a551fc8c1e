import json
import pathlib
import pickle
import subprocess

import pytest

import knap

TEXTS = ["The Orrin dam broke on Monday, flooding two towns. Nobody was hurt, officials said.",
         "Engineers warned of cracks in the Orrin dam last year. The towns were evacuated in time."]


def test_summaries_are_those_of_the_command(sample, command):
    printed = [json.loads(line) for line in command("summarize", sample, "--json", "-q", "-b", "100w").splitlines()]
    made = knap.summarize_all(sample, "100w")
    assert [str(one) + "\n" for one in made] == [one["summary"] for one in printed]
    assert [one.id for one in made] == [one["id"] for one in printed]
    for one, other in zip(made, printed):
        assert one.recall == pytest.approx(other["rouge1_recall"])
        assert [s.text for s in one.sentences] == [s["text"] for s in other["sentences"]]
        assert [s.flaws for s in one.sentences] == [s["flaws"] for s in other["sentences"]]
        assert [s.score for s in one.sentences] == pytest.approx([s["score"] for s in other["sentences"]])
    assert [s.text for s in knap.summarize_all(sample, "100w", jobs=1)[0].sentences] == \
        [s.text for s in made[0].sentences]


def test_texts_in_memory_are_those_of_files(sample):
    folder = sample / "averill-ferry-strike" / "docs"
    files = sorted(folder.iterdir())
    from_files = knap.summarize(files, "100w")
    texts = [{"id": path.name, "text": path.read_text()} for path in files]
    assert str(knap.summarize(texts, "100w")) == str(from_files)


def test_places_are_characters_of_the_documents():
    texts = ["Café prices in Zürich rose — again — on Monday, the city’s office said. Nobody in the old town of Zürich knew the reason "
             "for it on that day.",
             "Tourists paid as much as eight francs for a small coffee near the Bahnhofstraße. The mayor of Zürich called the new "
             "prices of the cafés absurd on Tuesday."]
    summary = knap.summarize(texts, "200w", system="lead")
    assert len(summary) >= 2
    for sentence in summary.sentences:
        name, text = summary.documents[sentence.source]
        assert text == texts[sentence.source] and sentence.document == name == str(sentence.source + 1)
        if not sentence.trimmed:
            assert " ".join(text[sentence.begin:sentence.end].split()) == sentence.text


def test_html_marks_the_sources():
    summary = knap.summarize(["<b>Rain</b> fell on Monday in the valley, the office said."] + TEXTS, "30w")
    page = summary._repr_html_()
    assert page.count("<mark>") == len([s for s in summary.sentences]) and "<b>Rain" not in page
    assert "sentences" in repr(summary) and len(summary) == len(summary.sentences)


def test_budgets_and_errors():
    assert knap.summarize(TEXTS, "9w").cost <= 9
    assert len(knap.summarize(TEXTS, "1s")) == 1
    assert str(knap.summarize("The dam broke on Monday. It rained.", "6w")) == "The dam broke on Monday."
    with pytest.raises(knap.UsageError, match="100"):
        knap.summarize(TEXTS, "100")
    with pytest.raises(ValueError, match="vocabulary"):
        knap.summarize(TEXTS, "100t")
    with pytest.raises(knap.InputError, match="no text"):
        knap.summarize(["", " "])
    with pytest.raises(knap.FileError, match="absent"):
        knap.summarize(pathlib.Path("absent"))
    with pytest.raises(knap.UsageError, match="document 1 is int"):
        knap.summarize([3])
    with pytest.raises(ValueError, match="no order"):
        knap.summarize(TEXTS, order="random")
    assert len(knap.summarize_all([TEXTS, TEXTS[0], {"id": "x", "documents": TEXTS}], "9w")) == 3


def test_a_path_as_str_is_refused(sample, tmp_path, monkeypatch):
    """It would be summarized as if it were the text."""
    file = tmp_path / "notes"
    file.write_text("The dam broke on Monday. It rained.")
    monkeypatch.chdir(tmp_path)
    for wrong in (str(sample), str(file), "notes", "absent/report", "report.pdf", ["a.txt", "b.txt"], [TEXTS[0], "notes"]):
        with pytest.raises(knap.UsageError, match="is a path and not a text"):
            knap.summarize(wrong)
    with pytest.raises(knap.UsageError, match="Path\\('notes'\\)"):
        knap.summarize_all("notes")
    with pytest.raises(knap.UsageError, match="is an address"):
        knap.summarize("https://example.org/page.html")
    with pytest.raises(knap.UsageError, match="one str"):
        knap.summarize_all(TEXTS[0])
    with pytest.raises(knap.UsageError, match="1 of 2 clusters are paths"):
        knap.summarize_all([file, TEXTS])
    with pytest.raises(knap.UsageError, match="the text of document 1 is None"):
        knap.summarize({"text": None})
    # what is said to be text is text, and a text of one line is no path
    assert str(knap.summarize({"text": "notes"}, "5w")) == "notes"
    assert str(knap.summarize("The dam broke on Monday.", "6w")) == "The dam broke on Monday."
    assert str(knap.summarize("大坝星期一在山谷中决堤。", "40c")) == "大坝星期一在山谷中决堤。"
    assert str(knap.summarize(file, "6w")) == "The dam broke on Monday."


def test_files_that_cannot_be_read_are_named(tmp_path):
    """The command names them too, and ends with a status."""
    (tmp_path / "good.txt").write_text("The dam broke on Monday. It rained.")
    (tmp_path / "bad.txt").write_bytes(bytes(range(256)) * 40)
    with pytest.warns(knap.SkippedWarning, match="bad.txt") as caught:
        made = knap.summarize(tmp_path, "6w")
    assert caught[0].filename == __file__ and len(caught) == 1
    assert str(made) == "The dam broke on Monday."
    (file, message), = made.skipped
    assert file == str(tmp_path / "bad.txt") and message in str(caught[0].message)
    with pytest.raises(knap.InputError, match="bad.txt"):
        knap.summarize(tmp_path / "bad.txt")
    assert knap.summarize(tmp_path / "good.txt", "6w").skipped == []


def test_formats_are_those_of_the_command(tmp_path, command):
    file = tmp_path / "a.txt"
    file.write_text("The ``stick`` of the harbour was made of *old* oak.\n")
    assert "``" in str(knap.summarize(file))
    assert str(knap.summarize(file, format="rst")) == "The stick of the harbour was made of old oak."
    with pytest.raises(knap.UsageError, match="'word' is not a format: give one of pdf, ") as caught:
        knap.summarize(file, format="word")
    with pytest.raises(subprocess.CalledProcessError) as failed:
        command("summarize", file, "--format", "word")
    assert str(caught.value) in failed.value.stderr
    with pytest.raises(knap.UsageError, match="format='rst' is for files"):
        knap.summarize("The stick is made of oak.", format="rst")


def test_order_and_system():
    assert len(knap.summarize(TEXTS, "40w", order="picked", system="lead")) >= 2
    with pytest.raises(ValueError, match="needs training"):
        knap.summarize(TEXTS, system="dpp")


def test_training_gives_the_bytes_of_the_command(sample, command, tmp_path):
    command("train", sample, "-o", tmp_path / "c.knap", "-b", "100w", "-q", "--epochs", "2")
    made = knap.Summarizer.train(sample, "100w", epochs=2)
    made.save(tmp_path / "py.knap")
    expected = (tmp_path / "c.knap").read_bytes()
    assert (tmp_path / "py.knap").read_bytes() == expected == made.to_bytes()
    clusters = [json.loads(line) for line in command("convert", sample, "--to", "jsonl").splitlines()]
    assert made.budget == "100w" and made.report_.reward > 0 and "100w" in repr(made)
    loaded = knap.Summarizer.load(tmp_path / "c.knap")
    strike = sample / "averill-ferry-strike"
    assert str(loaded.summarize(strike)) == str(made.summarize(strike)) == \
        str(pickle.loads(pickle.dumps(made)).summarize(strike))
    # documents in memory: the same texts, other names
    small = [{"documents": one["documents"], "references": one["references"]} for one in clusters]
    assert knap.Summarizer.train(small, "100w", epochs=2).report_.reward > 0
    with pytest.raises(knap.InputError, match="no references"):
        knap.Summarizer.train([TEXTS], "100w")


def test_max_rouge(sample, command):
    strike = sample / "averill-ferry-strike"
    made = knap.Summarizer(max_rouge=True).summarize(strike, "100w")
    assert str(made) + "\n" == command("summarize", strike, "-b", "100w", "--max-rouge", "-q")
