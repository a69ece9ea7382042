"""Pictures of what calibration.py measured."""

import numpy as np
from calibration_lists import K, best, cosine_table
from calibration_models import Model, Shared

COLOURS = ("#1f77b4", "#d95f02")
EXAMPLE = "music"


def new_figure(columns, size):
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot
    pyplot.rcParams["svg.hashsalt"] = "bsg"
    return pyplot.subplots(1, columns, figsize=size, squeeze=False)


def save(figure, folder, name):
    figure.tight_layout()
    figure.savefig(folder / f"{name}.svg", metadata={"Date": None})
    figure.savefig(folder / f"{name}.png", dpi=80)


def mean_of(rows, what, **wanted):
    found = [row[what] for row in rows if wanted.items() <= row.items()]
    return np.mean(found) if found else np.nan


def draw_ratios(rows, folder):
    """Reported / observed deviation of cosines, by kind of pairs and count; a line for each text and dimension."""
    kinds, bands = (list(dict.fromkeys(row[what] for row in rows)) for what in ("kind", "band"))
    texts = list(dict.fromkeys((row["source"], row["dimension"]) for row in rows))
    figure, axes = new_figure(len(kinds), (10, 3.6))
    for axis, kind in zip(axes[0], kinds):
        axis.axhspan(0.9, 1.1, color="0.9")
        axis.axhline(1, color="0.5", linewidth=1)
        for moment, colour in zip(("before", "after"), COLOURS):
            for source, dimension in texts:
                ratios = [mean_of(rows, moment, kind=kind, band=band, source=source, dimension=dimension) for band in bands]
                axis.plot(bands, ratios, "o-", color=colour, markersize=4, alpha=0.7)
            axis.plot([], [], "o-", color=colour, label=f"{moment} calibration")
        axis.set_title(kind[0].upper() + kind[1:], fontsize=10)
        axis.set_xlabel("count of the rarer word")
        axis.set_ylim(0, 3)
        axis.tick_params(axis="x", labelsize=8)
    axes[0][0].set_ylabel("reported / observed deviation")
    axes[0][-1].legend(fontsize=8, loc="upper left")
    save(figure, folder, "calibration")


def draw_lists(results, folder):
    """Predicted and observed overlap of lists, what a list's scores are in another text, and P(pair)."""
    figure, axes = new_figure(3, (11, 3.8))
    axis = axes[0][0]
    axis.plot([0, 1], [0, 1], color="0.5", linewidth=1)
    for name, colour in zip(("drawn vectors", "drawn scores"), COLOURS):
        points = np.array(results["stability"]["curves"][f"{name}, calibrated"])
        axis.plot(*points.T, "o-", color=colour, markersize=4, label=name)
    axis.set(xlabel="overlap of ten neighbours, predicted", ylabel="overlap between bootstraps", xlim=(0, 1), ylim=(0, 1))
    axis.legend(fontsize=8, loc="upper left")
    axis = axes[0][1]
    rows = [row for row in results["lists"] if row["rank"] == "mean"]
    loss = [row["score"] - row["in the other text"] for row in rows]
    axis.plot([0, 0.16], [0, 0.16], color="0.5", linewidth=1)
    for source, colour in zip(dict.fromkeys(row["source"] for row in rows), COLOURS):
        some = [place for place, row in enumerate(rows) if row["source"] == source]
        expected = [rows[place]["expected loss"] for place in some]
        axis.plot(expected, [loss[place] for place in some], "o", color=colour, label=source)
    axis.set(xlabel="slope × deviation²", ylabel="score in the list less score in the other text")
    axis.legend(fontsize=8, loc="upper left")
    axis = axes[0][2]
    axis.plot([0, 1], [0, 1], color="0.5", linewidth=1)
    for source, colour in zip(dict.fromkeys(row["source"] for row in results["probabilities"]), COLOURS):
        wanted = {"source": source, "dimension": 100, "rarer word": "all", "how": "integrated, calibrated"}
        points = next(row["curve"] for row in results["probabilities"] if wanted.items() <= row.items())
        axis.plot(*np.array(points).T, "o-", color=colour, markersize=4, label=source)
    axis.set(xlabel="P(pair), calibrated variances integrated out", ylabel="share of positive pairs", xlim=(0, 1), ylim=(0, 1))
    axis.legend(fontsize=8, loc="upper left")
    save(figure, folder, "calibration-lists")


def draw_example(paths, folder):
    """Neighbours of a word in the model of one half, as usual by a lower bound, with their scores in both."""
    first, second = (Model(path) for path in paths)
    shared = Shared(first, second)
    query = np.array([shared.words.index(EXAMPLE)])
    sides = [model.side("target", places) for model, places in zip((first, second), shared.places)]
    (cosine, variance), (theirs, their_variance) = (cosine_table(means, calibrated, query) for means, _, calibrated in sides)
    bound = cosine - np.sqrt(cosine_table(*sides[0][:2], query)[1])
    answers = best(bound.copy(), query)[0]
    answers = answers[np.argsort(-bound[0, answers])]
    counts = first.counts[shared.places[0]][answers]
    figure, axes = new_figure(1, (7, 3.8))
    axis, heights = axes[0][0], -np.arange(K)
    for table, widths, shift, colour, name in ((cosine, variance, 0.14, COLOURS[0], "one half of the text: its list"),
                                               (theirs, their_variance, -0.14, COLOURS[1], "the other half: the same words")):
        axis.errorbar(table[0, answers], heights + shift, xerr=np.sqrt(widths[0, answers]), fmt="o", color=colour, capsize=2,
                      label=name)
    axis.set_yticks(heights, [f"{shared.words[place]} ({count:,.0f})" for place, count in zip(answers, counts)])
    axis.set_xlabel(f"cosine with “{EXAMPLE}”, ± 1 sd")
    axis.grid(True, axis="x", alpha=0.3)
    axis.legend(fontsize=8, loc="lower center", bbox_to_anchor=(0.5, 1), ncol=2, frameon=False)
    save(figure, folder, "confidence")


def draw_figures(results, trainings, folder):
    """Each that has its figures."""
    if "cosines" in results:
        draw_ratios(results["cosines"], folder)
    if {"stability", "lists", "probabilities"} <= results.keys():
        draw_lists(results, folder)
    draw_example(trainings.pair("wiki", 100, 1), folder)
