import math
import pickle

import pytest

import knap


def success(instance, indices):
    return 1 - math.prod(1 - instance["items"][i]["p"] for i in indices)


def test_training_gives_the_bytes_of_the_command(instances, jsonl, command, tmp_path):
    path = jsonl(instances)
    command("train", path, "-o", tmp_path / "c.knap", "-q", "--epochs", "3", "--seed", "7")
    policy = knap.Policy.train(instances, epochs=3, seed=7)
    policy.save(tmp_path / "py.knap")
    expected = (tmp_path / "c.knap").read_bytes()
    assert (tmp_path / "py.knap").read_bytes() == expected == policy.to_bytes()
    assert knap.Policy.train(path, epochs=3, seed=7).to_bytes() == expected
    assert knap.Policy.train(instances, epochs=3, seed=7, jobs=1).to_bytes() == expected
    lists = [eval(line)["indices"] for line in
             command("pack", path, "-m", tmp_path / "c.knap", "--json", "-q").replace("null", "None").splitlines()]
    assert policy.predict(instances) == lists == knap.Policy.load(tmp_path / "c.knap").predict(instances)
    assert knap.pack_all(instances, model=tmp_path / "c.knap").indices == lists


def test_texts_and_answers_train_as_in_the_command(jsonl, command, tmp_path):
    from conftest import ROOT

    path = ROOT / "examples" / "passages.jsonl"
    command("train", path, "-o", tmp_path / "c.knap", "-q")
    assert knap.Policy.train(path).to_bytes() == (tmp_path / "c.knap").read_bytes()


def test_a_callable_equals_the_built_in_reward(instances):
    bare = [{k: v for k, v in one.items() if k != "reward"} for one in instances]
    built_in = knap.Policy.train(bare, "success", epochs=2)
    for submodular in (False, True):
        own = knap.Policy.train(bare, success, epochs=2, submodular=submodular)
        assert own.predict(bare) == built_in.predict(bare)
        assert own.report_.reward == pytest.approx(built_in.report_.reward)
    assert own.score(bare) == pytest.approx(built_in.score(instances))


def test_errors_of_a_callable(instances):
    def fails(instance, indices):
        raise RuntimeError("no reward today")

    with pytest.raises(RuntimeError, match="no reward today"):
        knap.Policy.train(instances, fails)
    with pytest.raises(ValueError, match="expected a number from 0 to 1"):
        knap.Policy.train(instances, lambda instance, indices: 2.0)
    with pytest.raises(TypeError):
        knap.Policy.train(instances, lambda instance, indices: "much")
    with pytest.raises(ValueError, match="there is no reward 'succes'"):
        knap.Policy.train(instances, "succes")


def test_validation_and_labels(instances):
    policy = knap.Policy.train(instances[:40], validate=instances[40:], epochs=2)
    assert policy.report_.tried > 1 and 0 < policy.report_.validation < 1
    bare = [{k: v for k, v in one.items() if k != "reward"} for one in instances]
    labels = [[int(item["score"] > 0.5) for item in one["items"]] for one in bare]
    labelled = knap.Policy(epochs=2).fit(bare, labels)
    assert labelled.score(bare, labels) > 0
    with pytest.raises(knap.UsageError, match="expected as many of both"):
        knap.Policy().fit(bare, labels[1:])
    with pytest.raises(knap.KnapError):
        knap.Policy().fit(bare)


def test_scikit_learn(instances):
    base = pytest.importorskip("sklearn.base")
    from sklearn.model_selection import GridSearchCV

    policy = knap.Policy(epochs=2, eta=0.3, lambda_=1.0)
    assert base.clone(policy).get_params() == policy.get_params()
    assert policy.set_params(eta=0.1).get_params()["eta"] == 0.1
    search = GridSearchCV(policy, {"eta": [0.1, 1.0]}, cv=2).fit(instances)
    assert 0 < search.best_score_ < 1 and search.best_estimator_.predict(instances[:2])
    with pytest.raises(knap.UsageError, match="there is no setting 'etta'"):
        knap.Policy(etta=1)
    with pytest.raises(knap.UsageError, match="not fitted"):
        knap.Policy().predict(instances)
    with pytest.raises(knap.UsageError, match="epochs"):
        knap.Policy(epochs="many").fit(instances)


def test_models(instances, tmp_path):
    policy = knap.Policy.train(instances, epochs=2, method="conseqopt", positions=3)
    again = pickle.loads(pickle.dumps(policy))
    assert again.predict(instances) == policy.predict(instances) and again.to_bytes() == policy.to_bytes()
    assert len(policy.weights_) == 3 and len(policy.weights_[0]) == len(policy.columns_) == len(policy.effects_)
    assert "conseqopt" in repr(policy) and "column" in policy._repr_html_()
    assert knap.Policy.from_bytes(policy.to_bytes()).method == "conseqopt"
    damaged = bytearray(policy.to_bytes())
    damaged[len(damaged) // 2] ^= 1
    with pytest.raises(knap.ModelError):
        knap.Policy.from_bytes(bytes(damaged))
    with pytest.raises(knap.ModelError, match="feature"):
        policy.predict([{"budget": 3, "items": [{"cost": 1}]}])
