"""Compares knap's tokens with those of the original programs: tiktoken, tokenizers and SentencePiece.

    tokens.py compare LIBRARY [FOLDER...]   compare ids on ten thousand strings of many scripts, for the vocabularies of
                                            tests/data/tokens and of the folders (*.tiktoken, *.json, *.model)
    tokens.py points LIBRARY                compare normalizers and pre-tokenizers on every code point
    tokens.py speed LIBRARY FOLDER TEXT...  MB/s of knap and of the originals on one core
    tokens.py fixtures                      write the small vocabularies and the golden counts of tests/data/tokens again

`make peers` makes the virtual environment and runs the first. The texts are those of the samples and, where they are there, of
../shared/data.
"""
import base64
import ctypes
import glob
import json
import os
import random
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FIXTURES = os.path.join(ROOT, "tests", "data", "tokens")


# ---- knap ----

class Error(ctypes.Structure):
    _fields_ = [("status", ctypes.c_int), ("line", ctypes.c_size_t), ("file", ctypes.c_char * 256),
                ("message", ctypes.c_char * 512)]


class Knap:
    """An open tokenizer, in the library that ids.c makes."""

    def __init__(self, library, path, scheme=None):
        self.library, self.handle, error = library, ctypes.c_void_p(), Error()
        if library.peer_open(os.fsencode(path), scheme and scheme.encode(), ctypes.byref(self.handle),
                             ctypes.byref(error)):
            raise ValueError(error.message.decode())

    def encode(self, text):
        room, count, error = 8 * len(text) + 64, ctypes.c_size_t(), Error()
        ids = (ctypes.c_uint32 * room)()
        if self.library.peer_encode(self.handle, text, ctypes.c_size_t(len(text)), ids, ctypes.c_size_t(room), ctypes.byref(count),
                                    ctypes.byref(error)):
            raise ValueError(error.message.decode())
        return ids[:count.value]

    def count(self, text):
        count, error = ctypes.c_size_t(), Error()
        if self.library.peer_encode(self.handle, text, ctypes.c_size_t(len(text)), None, ctypes.c_size_t(0), ctypes.byref(count),
                                    ctypes.byref(error)):
            raise ValueError(error.message.decode())
        return count.value

    def __del__(self):
        self.library.peer_close(self.handle)


# ---- The originals ----

def scheme_of(path):
    name = os.path.basename(path)
    for scheme in ["gpt2", "r50k_base", "p50k_base", "p50k_edit", "cl100k_base", "o200k_base", "o200k_harmony"]:
        if scheme in name:
            return scheme
    raise ValueError(f"{path}: no scheme in the name")


def tiktoken_of(path):
    import tiktoken
    import tiktoken.load
    import tiktoken_ext.openai_public as public
    ranks = tiktoken.load.load_tiktoken_bpe(path)
    public.load_tiktoken_bpe = lambda *_, **__: {}
    public.data_gym_to_mergeable_bpe_ranks = lambda *_, **__: {}
    pattern = getattr(public, scheme_of(path))()["pat_str"]
    return tiktoken.Encoding("user", pat_str=pattern, mergeable_ranks=ranks, special_tokens={})


def original(path):
    """A function from a string to the ids of the original program."""
    if path.endswith(".tiktoken"):
        return tiktoken_of(path).encode_ordinary
    if path.endswith(".json") and "tekken" in os.path.basename(path):
        import tiktoken
        with open(path, encoding="utf-8") as file:
            read = json.load(file)
        special = read["config"]["default_num_special_tokens"]
        kept = read["vocab"][:read["config"]["default_vocab_size"] - special]
        encoding = tiktoken.Encoding("tekken", pat_str=read["config"]["pattern"], special_tokens={},
                                     mergeable_ranks={base64.b64decode(one["token_bytes"]): one["rank"] for one in kept})
        return lambda text: [special + rank for rank in encoding.encode_ordinary(text)]
    if path.endswith(".json"):
        from tokenizers import Tokenizer
        tokenizer = Tokenizer.from_file(path)
        tokenizer.no_truncation()
        tokenizer.no_padding()
        return lambda text: tokenizer.encode(text, add_special_tokens=False).ids
    import sentencepiece
    return sentencepiece.SentencePieceProcessor(model_file=path).encode


# ---- Strings ----

RANGES = [(0, 0x7F), (0, 0x7F), (0x80, 0x24F), (0x300, 0x36F), (0x370, 0x3FF), (0x400, 0x4FF), (0x590, 0x6FF),
          (0x900, 0x97F), (0xE00, 0xE7F), (0x1100, 0x11FF), (0x1E00, 0x1FFF), (0x2000, 0x206F), (0x2070, 0x218F),
          (0x2600, 0x27BF), (0x3000, 0x30FF), (0x4E00, 0x9FFF), (0xAC00, 0xD7A3), (0xF900, 0xFAFF), (0xFE00, 0xFE0F),
          (0xFF00, 0xFFEF), (0x1F1E6, 0x1F1FF), (0x1F300, 0x1FAFF), (0x20000, 0x2A6DF), (0x1D400, 0x1D7FF),
          (0xE000, 0xE0FF), (0, 0xD7FF), (0xE000, 0x323AF)]
SNIPPETS = ("'s 't 're 've 'm 'll 'd 'S 'LL 'Re '\u017f \r\n \n \t \x0b \x0c \x85 \u00a0 \u2028 \u3000 / // \n/ \r/ ' 123456789 "
            "\u00bd \u2167 \u0130 \u00df \u017f \u03a3\u03c2 \u01c5 \u02b0 \u3042A aB AB ABc e\u0301 \u0301A \u0301a \u200d \u2764\ufe0f "
            "\U0001f468\u200d\U0001f469\u200d\U0001f467 <|endoftext|> \ufffd \ufeff \u2581 a_b x=1; {} ( ) \x00 \x1f \x7f "
            "for(i=0;i<n;i++) def\tf(x): http://a.b/c?d=e&f #include<stdio.h>").split(" ") + [" ", "  ", "   ", "\n\n", "    "]


def texts(shared=True):
    """The bytes of the samples, of source files and, where they are there, of the shared data."""
    paths = sorted(glob.glob(f"{ROOT}/sample/*/docs/*")) + sorted(glob.glob(f"{ROOT}/src/*/*.c"))[::7]
    if shared:
        paths += sorted(glob.glob(f"{ROOT}/../shared/data/*/*/*/docs/*") +
                        glob.glob(f"{ROOT}/../../shared/data/*/*/*/docs/*"))[::5]
    return [open(path, "rb").read() for path in paths]


def point(rng, low, high):
    code = rng.randint(low, high)
    return "" if 0xD800 <= code <= 0xDFFF else chr(code)


def strings(count, seed, extra=(), shared=True):
    """Random strings, as bytes: cuts of texts (within characters too), scripts alone and mixed, snippets of code and white
    space, bytes that are not UTF-8."""
    rng, documents, made = random.Random(seed), texts(shared), []
    snippets = SNIPPETS + list(extra)
    for _ in range(count):
        kind = rng.random()
        if kind < 0.35:
            text = rng.choice(documents)
            start = rng.randrange(max(1, len(text)))
            made.append(text[start:start + rng.randrange(1, 400)])
        elif kind < 0.5:
            low, high = rng.choice(RANGES)
            made.append("".join(point(rng, low, high) for _ in range(rng.randrange(1, 40))).encode())
        elif kind < 0.7:
            made.append("".join(point(rng, *rng.choice(RANGES)) for _ in range(rng.randrange(1, 60))).encode())
        elif kind < 0.9:
            made.append("".join(rng.choice(snippets) for _ in range(rng.randrange(1, 30))).encode())
        elif kind < 0.95:
            made.append("".join(rng.choice(" \t\n\r\u00a0a") for _ in range(rng.randrange(1, 30))).encode())
        else:
            made.append(bytes(rng.randrange(256) for _ in range(rng.randrange(1, 40))))
    return made


def added_tokens(path):
    if not path.endswith(".json") or "tekken" in os.path.basename(path):
        return ["<sep>"]
    return [token["content"] for token in json.load(open(path, encoding="utf-8"))["added_tokens"]][:20]


# ---- Commands ----

def vocabularies(folders):
    found = []
    for folder in folders:
        for ending in ("tiktoken", "json", "model"):
            found += sorted(glob.glob(os.path.join(folder, f"*.{ending}")))
    return [path for path in found if os.path.basename(path) != "golden.json"]


def compare(library, folders):
    wrong = 0
    for path in vocabularies([FIXTURES] + folders):
        name = os.path.relpath(path, ROOT) if path.startswith(ROOT) else os.path.basename(path)
        try:
            ours, theirs = Knap(library, path), original(path)
        except ValueError as problem:
            print(f"{name}: refused: {problem}")
            continue
        sample = strings(10000, 1, added_tokens(path))
        differ = [text for text in sample if ours.encode(text) != theirs(text.decode("utf-8", "replace"))]
        print(f"{name}: {len(sample)} strings, {len(differ)} differ", flush=True)
        for text in differ[:2]:
            print("   ", ascii(text.decode("utf-8", "replace")))
        wrong += len(differ)
    return 1 if wrong else 0


def point_tokenizers():
    """Tokenizers whose ids are the bytes of the normalized text, those at the end of a piece marked."""
    from tokenizers import Regex, Tokenizer, models, normalizers as N, pre_tokenizers as P
    alphabet = sorted(P.ByteLevel.alphabet())
    vocabulary = {letter + end: 256 * k + i for k, end in enumerate(["", "</w>"]) for i, letter in enumerate(alphabet)}

    def make(normalizer, *cutters):
        tokenizer = Tokenizer(models.BPE(vocabulary, [], end_of_word_suffix="</w>"))
        if normalizer:
            tokenizer.normalizer = normalizer
        tokenizer.pre_tokenizer = P.Sequence(list(cutters) + [P.ByteLevel(add_prefix_space=False, use_regex=False)])
        return tokenizer

    def split(expression):
        return P.Split(Regex(expression), "isolated")

    contractions = "(?i:'s|'t|'re|'ve|'m|'ll|'d)"
    upper, lower = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
    tail = r"\s*[\r\n]+|\s+(?!\S)|\s+"
    llama3 = contractions + r"|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|" + tail
    o200k = (rf"[^\r\n\p{{L}}\p{{N}}]?{upper}*{lower}+{contractions}?|[^\r\n\p{{L}}\p{{N}}]?{upper}+{lower}*{contractions}?|"
             r"\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|" + tail)
    yield "NFC", make(N.NFC())
    yield "NFD", make(N.NFD())
    yield "NFKC", make(N.NFKC())
    yield "NFKD", make(N.NFKD())
    yield "Lowercase", make(N.Lowercase())
    yield "StripAccents", make(N.StripAccents())
    yield "BertNormalizer", make(N.BertNormalizer())
    yield "BertPreTokenizer", make(None, P.BertPreTokenizer())
    yield "Digits", make(None, P.Digits(True))
    yield "Punctuation", make(None, P.Punctuation())
    yield "WhitespaceSplit", make(None, P.WhitespaceSplit())
    yield "llama3", make(None, split(llama3))
    yield "o200k", make(None, split(o200k))
    yield "expression by ICU", make(None, split(r"[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+|\p{N}{1,3}|\s+"))


def points(library):
    wrong = 0
    path = os.path.join(ROOT, "build", "points.json")
    for name, tokenizer in point_tokenizers():
        tokenizer.save(path)
        ours, differ = Knap(library, path), []
        for code in range(0x110000):
            if 0xD800 <= code <= 0xDFFF:
                continue
            text = "a{0}b1{0}2{0} {0}A".format(chr(code))
            if ours.encode(text.encode()) != tokenizer.encode(text, add_special_tokens=False).ids:
                differ.append(code)
        print(f"{name}: {len(differ)} code points differ", " ".join(f"{code:X}" for code in differ[:50]), flush=True)
        wrong += len(differ)
    os.remove(path)
    return 1 if wrong else 0


def speed(library, folder, paths):
    """One text at a time, as passages are: a few kilobytes each."""
    lines = "".join(open(path, encoding="utf-8", errors="replace").read() for path in paths)
    texts = [lines[at:at + 2000] for at in range(0, len(lines), 2000)]
    data = [text.encode() for text in texts]
    megabytes = sum(map(len, data)) / 1e6
    for path in vocabularies([folder]):
        ours, theirs, best, count = Knap(library, path), original(path), [1e9, 1e9], 0
        for _ in range(5):
            for k, call in enumerate([lambda: sum(map(ours.count, data)), lambda: sum(len(theirs(text)) for text in texts)]):
                start = time.process_time()
                count = call()
                best[k] = min(best[k], time.process_time() - start)
        print(f"{os.path.basename(path)}: {megabytes:.1f} MB, {count} tokens, knap {megabytes / best[0]:.1f} MB/s, "
              f"the original {megabytes / best[1]:.1f} MB/s, {best[1] / best[0]:.1f} times", flush=True)
    return 0


# ---- Fixtures ----

def write_ranks(tokenizer_json, path):
    """The tokens of a byte-level BPE tokenizer.json as a rank file."""
    from tokenizers import pre_tokenizers
    model = json.load(open(tokenizer_json, encoding="utf-8"))["model"]
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    letters = {chr(byte): byte for byte in printable}
    letters.update({chr(256 + i): byte for i, byte in enumerate(b for b in range(256) if b not in printable)})
    assert set(letters) == set(pre_tokenizers.ByteLevel.alphabet())
    with open(path, "w", encoding="ascii") as file:
        for token, rank in sorted(model["vocab"].items(), key=lambda pair: pair[1]):
            if all(letter in letters for letter in token):
                file.write(base64.b64encode(bytes(letters[letter] for letter in token)).decode() + f" {rank}\n")


def write_vocabularies():
    import sentencepiece
    from tokenizers import AddedToken, Regex, Tokenizer, models, normalizers as N, pre_tokenizers as P, trainers
    corpus = [text.decode("utf-8", "replace") for text in texts(shared=False)]
    size = 500

    def save(name, tokenizer, trainer, added=()):
        tokenizer.train_from_iterator(corpus, trainer)
        tokenizer.add_tokens(list(added))
        tokenizer.save(os.path.join(FIXTURES, name), pretty=False)

    def bpe(name, cutter, normalizer=None, added=(), special=(), alphabet=True, suffix=None, **model):
        if suffix:
            model["end_of_word_suffix"] = suffix
        tokenizer = Tokenizer(models.BPE(**model))
        tokenizer.pre_tokenizer = cutter
        if normalizer:
            tokenizer.normalizer = normalizer
        trainer = trainers.BpeTrainer(vocab_size=size, show_progress=False, special_tokens=list(special),
                                      initial_alphabet=P.ByteLevel.alphabet() if alphabet else [],
                                      **({"end_of_word_suffix": suffix} if suffix else {}))
        save(name, tokenizer, trainer, added)

    def wordpiece(name, normalizer):
        tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]", max_input_chars_per_word=20))
        tokenizer.normalizer = normalizer
        tokenizer.pre_tokenizer = P.BertPreTokenizer()
        save(name, tokenizer, trainers.WordPieceTrainer(vocab_size=size, show_progress=False,
                                                        special_tokens=["[UNK]", "[CLS]", "[SEP]"]),
             [AddedToken("[ENT]", single_word=True), AddedToken("H\u00c9llo", lstrip=True, rstrip=True)])

    plain = P.ByteLevel(add_prefix_space=False, use_regex=False)
    numbers = P.Split(Regex(r"\p{N}{1,3}"), "isolated")
    words = P.Split(Regex(r"[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"), "isolated")
    bpe("gpt2.json", P.ByteLevel(add_prefix_space=False), special=["<|endoftext|>"])
    bpe("roberta.json", P.ByteLevel(add_prefix_space=True), added=[AddedToken("<mask>", lstrip=True, normalized=False),
                                                                   AddedToken("the", single_word=True)])
    bpe("regex.json", P.Sequence([numbers, words, plain]), N.NFC())
    bpe("merged.json", P.Sequence([P.Split("e", "merged_with_previous"), P.Split(Regex("[0-9a-c]+"), "merged_with_next"),
                                   P.Punctuation("contiguous"), P.Digits(True), plain]),
        N.Sequence([N.NFKD(), N.Strip(), N.Replace(Regex(r"\s+"), " ")]))
    bpe("metaspace.json", P.Metaspace(prepend_scheme="first"), special=["<unk>"], added=[AddedToken("<x>", normalized=False)],
        alphabet=False, unk_token="<unk>", fuse_unk=True)
    bpe("fallback.json", P.Metaspace(), N.Prepend("\u2581"), alphabet=False, unk_token="<unk>", byte_fallback=True,
        special=["<unk>"] + [f"<0x{byte:02X}>" for byte in range(256)])
    bpe("suffix.json", P.Sequence([P.WhitespaceSplit(), plain]), N.Lowercase(), special=["<unk>"], suffix="</w>",
        unk_token="<unk>")
    wordpiece("bert_uncased.json", N.BertNormalizer())
    wordpiece("bert_cased.json", N.BertNormalizer(lowercase=False))
    wordpiece("accents.json", N.Sequence([N.NFD(), N.Lowercase(), N.StripAccents()]))

    gpt2 = os.path.join(FIXTURES, "gpt2.json")
    whole = json.load(open(gpt2, encoding="utf-8"))
    whole["model"]["ignore_merges"] = True
    whole["model"]["merges"] = whole["model"]["merges"][::2][:40]
    vocabulary = whole["model"]["vocab"]
    whole["model"]["merges"] = [pair for pair in whole["model"]["merges"] if all(part in vocabulary for part in pair)]
    json.dump(whole, open(os.path.join(FIXTURES, "whole.json"), "w", encoding="utf-8"), ensure_ascii=False)
    for scheme in ["r50k_base", "cl100k_base", "o200k_base"]:
        write_ranks(gpt2, os.path.join(FIXTURES, f"small.{scheme}.tiktoken"))

    lines = os.path.join(FIXTURES, "corpus.txt")
    with open(lines, "w", encoding="utf-8") as file:
        file.write("\n".join(corpus))
    for kind, settings in [("unigram", {}), ("bpe", {"byte_fallback": True, "split_digits": True})]:
        sentencepiece.SentencePieceTrainer.train(input=lines, model_prefix=os.path.join(FIXTURES, kind), vocab_size=800,
                                                 model_type=kind, minloglevel=2, hard_vocab_limit=False,
                                                 normalization_rule_name="identity", user_defined_symbols=["<sep>"], **settings)
        os.remove(os.path.join(FIXTURES, f"{kind}.vocab"))
    os.remove(lines)


def hash_of(ids):
    """FNV-1a of the ids, four bytes each, the low one first."""
    value = 14695981039346656037
    for id in ids:
        for byte in id.to_bytes(4, "little"):
            value = (value ^ byte) * 1099511628211 % 2**64
    return f"{value:016x}"


def write_golden():
    sample = strings(300, 5, ["<mask>", "[ENT]", "h\u00e9llo", "<|endoftext|>", "<x>", "<sep>"], shared=False)
    golden = {"texts": [text.hex() for text in sample], "tokens": {}}
    for path in vocabularies([FIXTURES]):
        call = original(path)
        results = [call(text.decode("utf-8", "replace")) for text in sample]
        golden["tokens"][os.path.basename(path)] = [[len(ids), hash_of(ids)] for ids in results]
    with open(os.path.join(FIXTURES, "golden.json"), "w", encoding="ascii") as file:
        file.write(json.dumps(golden, separators=(",", ":")).replace("],[", "],\n["))


def fixtures():
    write_vocabularies()
    write_golden()
    return 0


def main(arguments):
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    command = arguments[0] if arguments else ""
    if command == "fixtures":
        return fixtures()
    if command not in ("compare", "points", "speed") or len(arguments) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    library = ctypes.CDLL(os.path.abspath(arguments[1]))
    library.peer_close.argtypes = [ctypes.c_void_p]
    if command == "compare":
        return compare(library, arguments[2:])
    if command == "points":
        return points(library)
    return speed(library, arguments[2], arguments[3:])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
