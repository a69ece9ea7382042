# Written by scripts/python-stubs.py: run it when an option changes.

import os
from typing import Literal
from .arguments import Path
from .model import Model
from .progress import Wanted
from .texts import Texts

def resume(
    folder: Path,
    texts: Texts | None = None,
    *,
    vocabulary: Path | None = None,
    features: Path | None = None,
    save_vocabulary: Path | None = None,
    base: Model | None = None,
    posterior: Path | None = None,
    keep_posterior: Path | None = None,
    save_draws: Path | None = None,
    checkpoint_every: int | None = None,
    progress: Wanted = 'auto',
    recipe: Literal['standard', 'paper'] | None = None,
    method: Literal['bsg', 'skipgram', 'gibbs'] | None = None,
    tokenizer: Literal['whitespace', 'words'] | None = None,
    sets: bool | None = None,
    users: bool | None = None,
    input_format: Literal['lines', 'csv', 'tsv'] | None = None,
    user_column: int | str | None = None,
    item_column: int | str | None = None,
    order_column: int | str | None = None,
    weight_column: int | str | None = None,
    vocabulary_size: int | None = None,
    min_count: int | None = None,
    subwords: str | tuple[int, int] | None = None,
    subsample: float | None = None,
    window: int | None = None,
    negatives: int | None = None,
    negative_mode: Literal['sampled', 'expected'] | None = None,
    exclude_positives: bool | None = None,
    negative_exponent: float | None = None,
    basket_weight: Literal['pairs', 'items'] | None = None,
    pair_weight: float | None = None,
    dimension: int | None = None,
    iterations: int | None = None,
    burn_in: int | None = None,
    decay: float | None = None,
    tolerance: float | None = None,
    xi: Literal['exact', 'paper'] | None = None,
    negative_groups: int | None = None,
    prior_precision: float | None = None,
    context_prior_precision: float | None = None,
    learn_prior: bool | None = None,
    calibrate: Literal['auto', 'yes', 'no'] | None = None,
    gauge: float | None = None,
    learning_rate: float | None = None,
    sweeps: int | None = None,
    warm_up: int | None = None,
    thinning: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    memory: int | str | None = None,
    scratch: str | os.PathLike[str] | None = None,
    forget: float | None = None,
    new_axes: bool | None = None,
) -> Model: ...

def discard_checkpoint(
    folder: Path,
) -> None: ...
