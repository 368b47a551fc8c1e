"""Types of keyword arguments. scripts/python_settings.py writes this file from the library's tables, and a test compares them."""

from __future__ import annotations

from typing import Optional, Sequence, TypedDict, Union

Words = Union[str, Sequence[str]]


class Train(TypedDict, total=False):
    """knap.settings("train")"""

    method: Optional[Words]
    views: Optional[Words]
    reduction: Optional[Words]
    learner: Optional[Words]
    epochs: Optional[float]
    batch: Optional[float]
    eta: Optional[float]
    l2: Optional[float]
    positions: Optional[float]
    guided: Optional[bool]
    standardize: Optional[bool]
    lambda_: Optional[float]
    r: Optional[float]
    readability_penalty: Optional[float]
    item_penalty: Optional[float]
    term_penalty: Optional[float]
    beta: Optional[float]
    fill: Optional[float]
    pair_penalty: Optional[float]
    pair_threshold: Optional[float]
    decode: Optional[Words]
    result: Optional[Words]
    keep: Optional[float]
    seed: Optional[float]


class Text(TypedDict, total=False):
    """knap.settings("text")"""

    reward: Optional[Words]
    stem: Optional[bool]
    idf: Optional[Words]
    stop: Optional[bool]
    min_words: Optional[float]
    bins: Optional[float]
    words: Optional[Words]
    word_l2: Optional[float]
    name_penalty: Optional[float]
    standalone_penalty: Optional[float]
    style_penalty: Optional[float]
    superseded_penalty: Optional[float]
    teaser_penalty: Optional[float]
    outcome_penalty: Optional[float]
    point_bonus: Optional[float]
    trim: Optional[Words]
    filter: Optional[Words]


class Rouge(TypedDict, total=False):
    """knap.settings("rouge")"""

    ngrams: Optional[float]
    lcs: Optional[bool]
    weight: Optional[float]
    skip: Optional[Words]
    gap: Optional[float]
    any_gap: Optional[bool]
    stem: Optional[bool]
    max_bytes: Optional[float]
    max_words: Optional[float]
    formula: Optional[Words]
    alpha: Optional[float]
    unit: Optional[Words]
    confidence: Optional[float]
    samples: Optional[float]
    lead: Optional[float]


class Passages(TypedDict, total=False):
    """knap.settings("passages")"""

    duplicates: Optional[float]
    min_score: Optional[float]
    min_ratio: Optional[float]
    half_life: Optional[Union[float, str]]
    per_group: Optional[float]
    max_items: Optional[float]
