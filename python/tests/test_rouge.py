import json
import random

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
    with pytest.raises(TypeError):
        knap.rouge([3], ["a"])
    assert "rouge1" in knap.rouge(["a"], ["a"])._repr_html_()
