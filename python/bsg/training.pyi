# Written by scripts/python-stubs.py: run it when an option changes.

import os
from typing import Literal
from .arguments import Path
from .model import Model
from .progress import Wanted
from .texts import Texts

def train(
    texts: Texts,
    *,
    vocabulary: Path | None = None,
    features: Path | None = None,
    save_vocabulary: Path | None = None,
    keep_posterior: Path | None = None,
    save_draws: Path | None = None,
    checkpoint: Path | None = None,
    checkpoint_every: int | None = None,
    progress: Wanted = 'auto',
    recipe: Literal['standard', 'paper'] | None = 'standard',
    method: Literal['bsg', 'skipgram', 'gibbs'] | None = 'bsg',
    tokenizer: Literal['whitespace', 'words'] | None = 'whitespace',
    sets: bool | None = False,
    vocabulary_size: int | None = 30000,
    min_count: int | None = 1,
    subwords: str | tuple[int, int] | None = '3-6',
    subsample: float | None = 3e-05,
    window: int | None = 4,
    negatives: int | None = 3,
    negative_mode: Literal['sampled', 'expected'] | None = 'expected',
    exclude_positives: bool | None = False,
    dimension: int | None = 100,
    iterations: int | None = 20,
    burn_in: int | None = 5,
    decay: float | None = 0.7,
    tolerance: float | None = 0.0,
    xi: Literal['exact', 'paper'] | None = 'exact',
    negative_groups: int | None = 64,
    prior_precision: float | None = 10.0,
    context_prior_precision: float | None = 1.0,
    learn_prior: bool | None = False,
    calibrate: Literal['auto', 'yes', 'no'] | None = 'auto',
    gauge: float | None = 0.6,
    learning_rate: float | None = 0.025,
    sweeps: int | None = 1000,
    warm_up: int | None = 200,
    thinning: int | None = 10,
    seed: int | None = 1,
    threads: int | None = 0,
    memory: int | str | None = 'auto',
    scratch: str | os.PathLike[str] | None = '',
) -> Model: ...
