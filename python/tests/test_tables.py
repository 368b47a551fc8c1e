"""Data as people have them: frames of pandas and Polars, Arrow tables, generators, functions that count."""

import json
import subprocess
import sys
import types

import pytest

import knap

TEXTS = ["The Orrin dam broke on Monday, flooding two towns. Nobody was hurt, officials said.",
         "Engineers warned of cracks in the Orrin dam last year. The towns were evacuated in time.",
         "It rained all week in the valley of the Orrin. The mayor called the damage great."]
COLUMNS = {"topic": ["a", "b", "a"], "text": TEXTS, "id": ["x", "y", "z"]}


class Capsules:
    """Nothing but the PyCapsule interface of Arrow, as other libraries have it."""

    def __init__(self, table):
        self._table = table
        self.schema = None

    def __arrow_c_stream__(self, requested_schema=None):
        return self._table.__arrow_c_stream__(requested_schema)


def make(kind, columns):
    if kind == "pandas":
        return pytest.importorskip("pandas").DataFrame(columns)
    if kind == "polars":
        return pytest.importorskip("polars").DataFrame(columns)
    arrow = pytest.importorskip("pyarrow")
    if kind == "batch":
        return arrow.RecordBatch.from_pydict(columns)
    table = arrow.table(columns)
    return Capsules(table) if kind == "capsules" else table


KINDS = pytest.mark.parametrize("kind", ["pandas", "polars", "arrow", "batch", "capsules"])


@KINDS
def test_summaries_of_tables(kind):
    """The column names were summarized."""
    table = make(kind, COLUMNS)
    each = knap.summarize_all([{"documents": [text]} for text in TEXTS], "9w")
    made = knap.summarize_all(table, "9w")
    assert [str(one) for one in made] == [str(one) for one in each] and [one.id for one in made] == ["x", "y", "z"]
    both = knap.summarize_all(table, "9w", by="topic")
    assert [one.id for one in both] == ["a", "b"] and [name for name, _ in both[0].documents] == ["x", "z"]
    assert [str(one) for one in both] == [str(knap.summarize([TEXTS[0], TEXTS[2]], "9w")), str(each[1])]
    assert str(knap.summarize(table, "9w")) == str(knap.summarize(TEXTS, "9w"))
    assert [str(one) for one in knap.summarize_iter(table, "9w", batch=1)] == [str(one) for one in each]
    assert [str(one) for one in knap.summarize_all(table, "9w", column="text", jobs=1)] == [str(one) for one in each]
    with pytest.raises(knap.UsageError, match="no column 'body'; its columns are topic, text, id"):
        knap.summarize_all(table, "9w", column="body")
    with pytest.raises(knap.UsageError, match="name one with column="):
        knap.summarize_all(make(kind, {"a": TEXTS}))
    with pytest.raises(knap.UsageError, match="no column 'theme'"):
        knap.summarize_all(table, "9w", by="theme")


def test_columns_of_lists_and_series():
    pandas, polars, arrow = map(pytest.importorskip, ("pandas", "polars", "pyarrow"))
    expected = [str(one) for one in knap.summarize_all(TEXTS, "9w")]
    for series in (pandas.Series(TEXTS), polars.Series(TEXTS), arrow.array(TEXTS), arrow.chunked_array([TEXTS]), tuple(TEXTS),
                   (text for text in TEXTS)):
        assert [str(one) for one in knap.summarize_all(series, "9w")] == expected
    lists = {"documents": [TEXTS[:2], TEXTS[2:]], "references": [["The dam broke."], ["Rain fell."]]}
    for table in (pandas.DataFrame(lists), polars.DataFrame(lists), arrow.table(lists)):
        made = knap.summarize_all(table, "9w")
        assert [str(one) for one in made] == [str(knap.summarize(TEXTS[:2], "9w")), str(knap.summarize(TEXTS[2:], "9w"))]
        assert all(one.recall is not None for one in made)


@KINDS
def test_packing_of_tables(kind):
    columns = {"q": ["x", "x", "y", "y"], "text": ["a b", "c d", "e f", "g h"], "tokens": [2, 3, 2, 3], "score": [0.5, 0.9, 0.3, 0.2],
               "features.a": [1.0, 2.0, 3.0, 4.0]}
    items = [{"text": t, "tokens": n, "score": s, "features": {"a": a}}
             for t, n, s, a in zip(*(columns[name] for name in ("text", "tokens", "score", "features.a")))]
    expected = knap.pack(items, 3)
    packed = knap.pack(make(kind, {name: values for name, values in columns.items() if name != "q"}), 3)
    assert packed.indices == expected.indices and packed.texts == expected.texts and len(packed.items) == 1
    both = knap.pack_all(make(kind, columns), 3, by="q")
    assert [one.texts for one in both] == [knap.pack(items[:2], 3).texts, knap.pack(items[2:], 3).texts]
    with pytest.raises(knap.UsageError, match="no column 'r'"):
        knap.pack_all(make(kind, columns), 3, by="r")


def test_errors_are_returned():
    nan = float("nan")
    given = [TEXTS[0], None, "", [TEXTS[1], None], nan, {"documents": [" "]}, {"text": TEXTS[2]}, 3, {"id": "x"}, "report.pdf", "\ud800"]
    made = knap.summarize_all(given, "9w", errors="return")
    assert len(made) == len(given) and list(made.errors) == [1, 2, 3, 4, 5, 7, 8, 9, 10]
    assert all(isinstance(error, knap.KnapError) for error in made.errors.values())
    assert "cluster 2 is None" in str(made[1].error) and "no text" in str(made[2].error) and "document 2 is None" in str(made[3].error)
    assert made[1].sentences == [] and str(made[1]) == "" and made[1].to_dict()["error"] and "None" in repr(made[1])
    assert [str(made[0]), str(made[6])] == [str(knap.summarize(TEXTS[0], "9w")), str(knap.summarize(TEXTS[2], "9w"))]
    assert repr(made) == "<Summaries: 11, 9 errors>"
    assert list(knap.summarize_all([None], errors="return").errors) == [0]
    found = list(knap.summarize_iter(iter(given), "9w", errors="return", batch=2))
    assert [str(one) for one in found] == [str(one) for one in made]
    assert [one.id for one in knap.summarize_iter(TEXTS, "9w", batch=2)] == ["1", "2", "3"]
    for wrong in (None, nan, 3):
        with pytest.raises(knap.UsageError, match="cluster 1 is"):
            knap.summarize_all([wrong])
        with pytest.raises(knap.UsageError):
            knap.summarize_all(wrong)
        with pytest.raises(knap.UsageError):
            knap.summarize(wrong)
    with pytest.raises(knap.UsageError, match="errors='ignore'"):
        knap.summarize_all(TEXTS, errors="ignore")


def test_a_generator_is_read_as_it_is_summarized():
    taken = []

    def topics():
        for number in range(1000):
            taken.append(number)
            yield TEXTS[number % 3]

    made = knap.summarize_iter(topics(), "9w", batch=4)
    assert taken == []
    first = next(made)
    assert len(taken) == 4 and str(first) == str(knap.summarize(TEXTS[0], "9w"))


def test_memory_of_many_topics_is_flat():
    """The peak of 2,000 topics one after the other is that of 200, but for a few MB."""
    program = ("import resource, sys, knap\n"
               "def topics(count):\n"
               "    for n in range(count):\n"
               "        yield [' '.join(f'Word{n} and word{k} met in town {k * n % 97} on Monday of week {k}.' for k in range(40))]\n"
               "for one in knap.summarize_iter(topics(int(sys.argv[1])), '30w', batch=32, jobs=2): pass\n"
               "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)\n")
    few, many = (int(subprocess.run([sys.executable, "-c", program, count], check=True, capture_output=True, text=True).stdout)
                 for count in ("200", "2000"))
    assert many < few + 8000, (few, many)


def test_memory_is_given_back():
    """1,000 topics held 500 MB after their summaries were gone."""
    program = ("import knap\n"
               "def megabytes():\n"
               "    return int(open('/proc/self/statm').read().split()[1]) * 4 // 1024\n"
               "knap.summarize('The dam broke on Monday.', '9w')\n"
               "before = megabytes()\n"
               "text = ' '.join(f'Word{k} and word{k + 1} met in town {k % 97} on Monday of week {k}.' for k in range(150))\n"
               "made = knap.summarize_all([text.replace('Word', f'Word{n}') for n in range(1000)], '30w', jobs=2)\n"
               "del made\n"
               "print(megabytes() - before)\n")
    held = int(subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout)
    assert held < 60, held


def test_a_summary_is_a_sequence(sample, command):
    strike = sample / "averill-ferry-strike"
    made = knap.summarize(strike, "60w")
    assert list(made) == made.sentences and made[0] is made.sentences[0] and made[-1:] == made.sentences[-1:]
    printed = json.loads(command("summarize", strike, "--json", "-q", "-b", "60w"))
    shown = made.to_dict()
    assert json.loads(json.dumps(shown)) == shown
    assert shown["summary"] + "\n" == printed["summary"]
    for name in ("id", "language", "budget", "cost"):
        assert shown[name] == printed[name]
    assert shown["rouge1_recall"] == pytest.approx(printed["rouge1_recall"])
    for mine, theirs in zip(shown["sentences"], printed["sentences"]):
        assert all(mine[name] == theirs[name] for name in ("text", "document", "position", "picked", "cost", "flaws"))


def test_functions_count_tokens(tmp_path):
    """A function, an encoding of tiktoken, of tokenizers and of transformers."""
    def words(text):
        return len(text.split())

    ids = types.SimpleNamespace(encode=lambda text: types.SimpleNamespace(ids=text.split()))
    ordinary = types.SimpleNamespace(encode_ordinary=str.split, encode=None)
    for tokenizer in (words, types.SimpleNamespace(encode=str.split), ids, ordinary):
        made = knap.summarize(TEXTS, "9t", tokenizer=tokenizer, system="lead")
        assert str(made) == str(knap.summarize(TEXTS, "9w", system="lead")) and made.cost == words(str(made))
    many = knap.summarize_all([TEXTS] * 30, "9t", tokenizer=words, jobs=4)
    assert len({str(one) for one in many}) == 1
    items = [{"text": text, "score": score} for text, score in zip(TEXTS, (0.5, 0.9, 0.1))]
    for options in ({"cost": words}, {"tokenizer": words}):
        packed = knap.pack(items, 20, **options)
        assert packed.cost == sum(words(text) for text in packed.texts) > 0
    assert knap.pack(items, 100, cost=len).cost == sum(len(text) for text in knap.pack(items, 100, cost=len).texts)
    assert len(knap.pack_all([{"items": items}] * 50, 20, cost=words, jobs=4)) == 50


def test_functions_that_fail():
    def broken(text):
        raise KeyError(text)

    for tokenizer in (broken, lambda text: -1, lambda text: "many", lambda text: None):
        with pytest.raises(knap.UsageError, match="the function that counts tokens failed"):
            knap.summarize(TEXTS, "9t", tokenizer=tokenizer)
    with pytest.raises(knap.UsageError, match="tokenizer is 3"):
        knap.summarize(TEXTS, "9t", tokenizer=3)
    with pytest.raises(knap.UsageError, match="needs no tokenizer"):
        knap.pack([{"text": "a"}], 3, cost=len, tokenizer=len)

    def stop(text):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        knap.summarize(TEXTS, "9t", tokenizer=stop)


def test_every_error_is_of_knap(tmp_path):
    """With the words of the command, where it has them."""
    wrong = [(lambda: knap.summarize(TEXTS, 100), "write 100w for words"), (lambda: knap.summarize(TEXTS, 0.5), "'0.5'"),
             (lambda: knap.summarize(TEXTS, "9t"), "needs a vocabulary"), (lambda: knap.summarize(TEXTS, order="x"), "no order 'x'"),
             (lambda: knap.summarize(TEXTS, system="led"), "no system 'led'"), (lambda: knap.summarize(TEXTS, system="dpp"), "training"),
             (lambda: knap.summarize(TEXTS, language="xx"), "xx"), (lambda: knap.summarize(TEXTS, bugdet="9w"), "no option 'bugdet'"),
             (lambda: knap.summarize(TEXTS, jobs=-1), "jobs is -1"), (lambda: knap.summarize_all([]), "no text"),
             (lambda: knap.summarize_all({"documents": TEXTS}), "one dict"),
             (lambda: knap.summarize_all(TEXTS, column="text"), "column is for tables"),
             (lambda: knap.summarize(TEXTS, "9t", tokenizer=tmp_path / "absent"), "absent"),
             (lambda: knap.pack([{"cost": object()}], 1), "no JSON form"), (lambda: knap.pack([{"cost": 1}], 1, system="covr"), "covr"),
             (lambda: knap.rouge(["a"], ["a"], language="xx"), "xx"), (lambda: knap.rouge(["a"], ["a"], jobs=-1), "jobs is -1"),
             (lambda: knap.pack([{"cost": 1}], 1, jobs=-1), "jobs is -1"), (lambda: knap.pack([{"cost": 1}], "10w"), "budget is '10w'"),
             (lambda: knap.pack("a passage", 9), "items is 'a passage'"), (lambda: knap.pack(3, 9), "items is 3"),
             (lambda: knap.pack_all("instances.jsonl", 9), "instances is"), (lambda: knap.pack([{"cost": 1}], 1, pins=3), "pins is 3"),
             (lambda: knap.pack([{"cost": 1}], 1, model=knap.Summarizer()), "expected a Policy or a model file"),
             (lambda: knap.pack([{"cost": 1}], 1, settings={"lamda": 1}), "system relevance has no setting 'lamda'"),
             (lambda: knap.rouge(3, 4), "predictions is 3"), (lambda: knap.rouge(["a"], 4), "references is 4"),
             (lambda: knap.summarize(b"The dam broke."), "texts is b'The dam"), (lambda: knap.summarize({"a": "b"}), "a dict without 'text'"),
             (lambda: knap.summarize(None), "texts is None: expected a str")]
    for call, message in wrong:
        with pytest.raises(knap.KnapError, match=message):
            call()


def test_an_empty_summary_says_why(command, tmp_path):
    """As the command does, which ends with a status."""
    with pytest.warns(UserWarning, match="a summary is empty: 1: no sentence fits the budget 1w; the shortest costs 2") as caught:
        made = knap.summarize("The dam broke. It rained.", "1w")
    assert len(made) == 0 and made.error is None and caught[0].filename == __file__
    file = tmp_path / "text.txt"
    file.write_text("The dam broke. It rained.")
    with pytest.raises(subprocess.CalledProcessError) as failed:
        command("summarize", file, "-b", "1w")
    assert "no sentence fits the budget 1w; the shortest costs 2" in failed.value.stderr
    with pytest.warns(UserWarning, match="5 summaries are empty: .*; ...$"):
        knap.summarize_all(["The dam broke. It rained."] * 5, "1w")
    assert knap.summarize_all([], errors="return") == []
