import json
import random
import warnings

import pytest

import knap

WORDS = "the a cat dog mat sat ran slept on under with quickly slowly mats cats running runs and big small".split()


def make_pairs(count, lines, seed=1):
    rng = random.Random(seed)
    end = ".\n" if lines else ". "

    def text():
        return "".join(" ".join(rng.choices(WORDS, k=rng.randrange(3, 12))) + end for _ in range(rng.randrange(1, 5)))

    return [text() for _ in range(count)], [[text() for _ in range(rng.randrange(1, 4))] for _ in range(count)]


def of_command(command, tmp_path, predictions, references, split, *options):
    """The figures of `knap rouge`, F as it prints it."""
    lines = []
    for number, (prediction, refs) in enumerate(zip(predictions, references), 1):
        cut = (lambda text: text) if split else (lambda text: [text.replace("\n", " ")])
        lines.append(json.dumps({"id": str(number), "peer": cut(prediction), "refs": [cut(r) for r in refs],
                                 "system": "prediction"}))
    path = tmp_path / f"{split}.jsonl"
    path.write_text("\n".join(lines) + "\n")
    return json.loads(command("rouge", path, "--json", *options))["averages"]


@pytest.mark.parametrize("stem", [False, True])
def test_figures_are_those_of_the_command(command, tmp_path, stem):
    predictions, references = make_pairs(120, lines=True)
    made = knap.rouge(predictions, references, use_stemmer=stem)
    extra = ["--stem"] if stem else []
    by_line = of_command(command, tmp_path, predictions, references, True, *extra)
    whole = of_command(command, tmp_path, predictions, references, False, *extra)
    for name, expected in (("rouge1", by_line["ROUGE-1"]), ("rouge2", by_line["ROUGE-2"]),
                           ("rougeLsum", by_line["ROUGE-L"]), ("rougeL", whole["ROUGE-L"])):
        assert made[name] == made.mean[name].fmeasure == expected["f"]["mean"]
        assert made.low[name].recall == expected["recall"]["low"]
        assert made.high[name].precision == expected["precision"]["high"]
    assert made["rougeL"] != made["rougeLsum"]
    assert made == knap.rouge(predictions, references, use_stemmer=stem, jobs=1)


def test_single_pairs_agree_with_rouge_score():
    scorer = pytest.importorskip("rouge_score.rouge_scorer")
    names = ["rouge1", "rouge2", "rougeL", "rougeLsum"]
    predictions, references = make_pairs(60, lines=True, seed=2)
    references = [refs[0] for refs in references]
    made = knap.rouge(predictions, references, use_aggregator=False)
    theirs = scorer.RougeScorer(names, use_stemmer=False, split_summaries=False)
    for i, (prediction, reference) in enumerate(zip(predictions, references)):
        for name, score in theirs.score(reference, prediction).items():
            assert made.scores[name][i].fmeasure == pytest.approx(score.fmeasure, abs=1e-5) == made[name][i]
            assert made.scores[name][i].precision == pytest.approx(score.precision, abs=1e-5)
            assert made.scores[name][i].recall == pytest.approx(score.recall, abs=1e-5)


def test_words_of_other_scripts_are_those_of_the_command(command, tmp_path):
    predictions = ["Плотина прорвалась в понедельник.", "Два города были затоплены водой."]
    references = [["Плотина прорвалась вчера."], ["Два города были эвакуированы.", "Вода затопила два города."]]
    expected = of_command(command, tmp_path, predictions, references, True, "-q")
    with pytest.warns(UserWarning, match="100% of the letters .* language: ru") as caught:
        made = knap.rouge(predictions, references)
    assert caught[0].filename == __file__ and len(caught) == 1
    assert made["rouge1"] == expected["ROUGE-1"]["f"]["mean"] > 0.3 and made.language == "ru"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert knap.rouge(predictions, references, language="auto") == knap.rouge(predictions, references, language="ru") == made
        lines = [text + "\n" + text for text in predictions]
        assert knap.rouge(lines, references, language="auto")["rougeL"] > 0
        # a few letters do not change the words of the script
        assert knap.rouge(["The café closed"], ["The café opened"]).language is None


def test_a_str_is_one_prediction():
    """It was scored letter by letter."""
    assert knap.rouge("a b", "a c") == knap.rouge(["a b"], ["a c"])
    assert knap.rouge("a b", ["a c", "a b"]) == knap.rouge(["a b"], [["a c", "a b"]])
    assert list(knap.rouge("a b", "a c", rouge_types="rouge1")) == ["rouge1"]
    for wrong, message in (((["a b"], "a c"), "references is 'a c'"), ((["a", None], ["a", "b"]), r"predictions\[1\] is None"),
                           ((["a"], [None]), r"references\[0\]\[0\] is None"), ((["a"], [["b", 3]]), r"references\[0\]\[1\] is 3")):
        with pytest.raises(knap.UsageError, match=message):
            knap.rouge(*wrong)


def test_options_and_errors():
    assert list(knap.rouge(["a b"], ["a c"], rouge_types=["rouge3", "rougeL"])) == ["rouge3", "rougeL"]
    assert knap.rouge(["Häuser am See"], ["Häuser am Meer"], rouge_types=["rouge1"], language="de")["rouge1"] == \
        pytest.approx(0.66667)
    best = knap.rouge(["a b c"], [["a b c", "x y z"]], formula="best")["rouge1"]
    assert best == 1 and knap.rouge(["a b c"], [["a b c", "x y z"]])["rouge1"] == 0.5
    assert knap.rouge([""], ["a b"])["rouge1"] == 0
    for wrong, message in ((dict(rouge_types=["rougeX"]), "no measure 'rougeX'"), (dict(alfa=1), "no setting 'alfa'")):
        with pytest.raises(knap.UsageError, match=message):
            knap.rouge(["a"], ["b"], **wrong)
    with pytest.raises(knap.UsageError, match="1 predictions and 2 references"):
        knap.rouge(["a"], ["b", "c"])
    with pytest.raises(knap.UsageError, match="no predictions"):
        knap.rouge([], [])
    with pytest.raises(knap.UsageError, match=r"predictions\[0\] is 3"):
        knap.rouge([3], ["a"])
    assert "rouge1" in knap.rouge(["a"], ["a"])._repr_html_()
