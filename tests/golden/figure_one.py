#!/usr/bin/python3
"""Golden numbers for the parameter updates, written from the paper alone (Figure 1, equations (7) to (14)).

    figure_one.py            writes figure_one.json beside this script
    figure_one.py --check    recomputes it and compares: exit code 0 if it agrees, 1 if not, 77 without NumPy

Each case holds its inputs (settings, initial means, the multisets of positive and negative tuples (i, j) of every
iteration) and its results: mean and diagonal variance of every u and v after the last iteration, the sums of
||r - r_prev|| over either side and the bound L_xi(q) (under (8)) in every iteration, and, under "single", how far the same computation in single
precision departs from these (the largest absolute difference of each result): what float accuracy means here.

Where the paper is silent or contradicts itself: r_prev of the first iteration is 0; k grows by one an iteration;
"exact" takes xi by (9) with (10), "paper" by (11), which does not follow from them.
"""

import json
import pathlib
import sys

try:
    import numpy as np
except ImportError:
    print("NumPy is not installed", file=sys.stderr)
    sys.exit(77)

FILE = pathlib.Path(__file__).resolve().with_name("figure_one.json")

# `idle`: (word, iteration), the word is missing from the text of that iteration.
CASES = [
    dict(name="paper_xi", words=8, dimension=5, iterations=3, burn_in=10, decay=0.7, xi="paper", tau_u=1.0, tau_v=1.0,
         negatives=1, exclude_positives=True, idle=[]),
    dict(name="exact_xi", words=9, dimension=3, iterations=4, burn_in=10, decay=0.7, xi="exact", tau_u=1.0, tau_v=1.0,
         negatives=2, exclude_positives=True, idle=[]),
    dict(name="idle_word_falls_back_to_its_prior", words=7, dimension=4, iterations=3, burn_in=3, decay=0.7, xi="paper",
         tau_u=1.5, tau_v=1.5, negatives=1, exclude_positives=True, idle=[(2, 3)]),
    dict(name="stochastic_after_burn_in", words=10, dimension=8, iterations=6, burn_in=2, decay=0.7, xi="paper",
         tau_u=1.0, tau_v=1.0, negatives=1, exclude_positives=True, idle=[]),
    dict(name="stochastic_from_the_start", words=12, dimension=9, iterations=5, burn_in=0, decay=0.7, xi="exact",
         tau_u=0.5, tau_v=2.0, negatives=1, exclude_positives=True, idle=[(3, 4)]),
    dict(name="pairs_of_both_signs", words=6, dimension=6, iterations=4, burn_in=1, decay=0.7, xi="exact",
         tau_u=1.0, tau_v=1.0, negatives=2, exclude_positives=False, idle=[]),
]


def draw_text(random, words, missing):
    """Sentences in which low ids are frequent; their number grows with the vocabulary."""
    weights = 1.0 / (1.0 + np.arange(words))
    weights[missing] = 0
    weights /= weights.sum()
    return [random.choice(words, size=random.randint(3, 8), p=weights).tolist() for _ in range(words // 2)]


def positive_tuples(random, text, c_max=2):
    """Step 5.3: I_P, a multiset of (i, j), with a window drawn for each instance of w_i."""
    tuples = []
    for sentence in text:
        for position, i in enumerate(sentence):
            c = random.randint(1, c_max + 1)
            for other in range(max(0, position - c), min(len(sentence), position + c + 1)):
                if other != position:
                    tuples.append((i, sentence[other]))
    return tuples


def negative_tuples(random, positives, frequency, case):
    """Step 5.4.2: N tuples (i, z) for each positive, z from p_uni^(3/4) and, if so asked, (i, z) not in I_P."""
    p = frequency ** 0.75 / np.sum(frequency ** 0.75)
    forbidden = set(positives) if case["exclude_positives"] else set()
    tuples = []
    for i, _ in positives:
        if all((i, z) in forbidden for z in range(case["words"]) if p[z] > 0):
            continue  # every word is a positive partner
        for _ in range(case["negatives"]):
            z = int(random.choice(case["words"], p=p))
            while (i, z) in forbidden:
                z = int(random.choice(case["words"], p=p))
            tuples.append((i, z))
    return tuples


def draw_inputs(case, seed):
    """Everything that the parameter updates take. RandomState's streams are the same in every NumPy."""
    random = np.random.RandomState(seed)
    shape = (case["words"], case["dimension"])
    # Multiples of 2^-10 are the same number in single and double precision, and short in decimal.
    means = {side: np.round(random.standard_normal(shape) * 1024) / 1024 for side in "uv"}
    data = []
    for iteration in range(1, case["iterations"] + 1):
        missing = [word for word, when in case["idle"] if when == iteration]
        text = draw_text(random, case["words"], missing)
        frequency = np.bincount([w for sentence in text for w in sentence], minlength=case["words"]).astype(float)
        positives = positive_tuples(random, text)
        data.append(dict(positives=positives, negatives=negative_tuples(random, positives, frequency, case)))
    return means, data


def xi_squared(form, u, v, i, j):
    s_u, m_u = np.diag(u["Sigma"][i]), u["mu"][i]
    s_v, m_v = np.diag(v["Sigma"][j]), v["mu"][j]
    if form == "paper":
        return np.sum((s_u + m_u ** 2) * (s_v + m_v ** 2))  # (11)
    variance = np.sum(s_u * s_v + s_u * m_v ** 2 + s_v * m_u ** 2)  # (10)
    return variance + np.dot(m_u, m_v) ** 2  # (9)


def two_lambda(xi):
    """2 lambda(xi) as under (7), in double precision."""
    xi = float(xi)
    return (1 / (1 + np.exp(-xi)) - 0.5) / xi


def half_update(form, tau, beta, partners, own, other):
    """Step 5.6 (5.7 with the sides exchanged). partners[i] is the multiset I_i with its signs d: a list of (j, d)."""
    l, m = own["mu"].shape
    number = own["mu"].dtype.type
    change = 0.0
    for i in range(l):
        P, r = number(tau) * np.eye(m, dtype=number), np.zeros(m, dtype=number)
        for j, d in partners[i]:  # (14)
            weight = number(two_lambda(np.sqrt(xi_squared(form, own, other, i, j))))
            P += weight * (other["Sigma"][j] + np.outer(other["mu"][j], other["mu"][j]))
            r += number(0.5 * d) * other["mu"][j]
        P = number(beta) * P + number(1 - beta) * own["P"][i]  # 5.6.2
        r = number(beta) * r + number(1 - beta) * own["r"][i]
        change += float(np.sqrt(np.sum((r - own["r"][i]) ** 2)))
        inverse_of_L = np.linalg.inv(np.linalg.cholesky(P))
        Sigma = inverse_of_L.T @ inverse_of_L  # 5.6.3
        own["P"][i], own["r"][i] = P, r
        own["mu"][i] = Sigma @ r  # 5.6.4
        own["Sigma"][i] = np.diag(np.diag(Sigma))  # 5.6.5
    return change


def minus_divergence(q, tau):
    """-KL(q || N(0, I / tau)), summed over the words of one side."""
    total = 0.0
    for mean, Sigma in zip(q["mu"].astype(float), q["Sigma"].astype(float)):
        m = len(mean)
        total -= 0.5 * (tau * (np.trace(Sigma) + mean @ mean) - m - m * np.log(tau) - np.linalg.slogdet(Sigma)[1])
    return total


def bound(case, u, v, data):
    """L_xi(q) = E log p_xi(D | u, v) - KL(q(u) || p(u)) - KL(q(v) || p(v)) for the densities as they are, xi from them."""
    total = minus_divergence(u, case["tau_u"]) + minus_divergence(v, case["tau_v"])
    for name, d in (("positives", 1), ("negatives", -1)):
        for i, j in data[name]:
            square = float(xi_squared(case["xi"], u, v, i, j))
            xi, expected = np.sqrt(square), float(xi_squared("exact", u, v, i, j))
            product = float(np.dot(u["mu"][i], v["mu"][j]))
            total += np.log(1 / (1 + np.exp(-xi))) + 0.5 * (d * product - xi) - 0.5 * two_lambda(xi) * (expected - square)
    return total


def start(means, number):
    l, m = means.shape
    identities = np.tile(np.eye(m, dtype=number), (l, 1, 1))
    return dict(mu=means.astype(number), Sigma=identities.copy(), P=identities.copy(), r=np.zeros((l, m), dtype=number))


def partners_of(words, data, side):
    """I_u by target word, or I_v by context word: multisets."""
    lists = [[] for _ in range(words)]
    for name, d in (("positives", 1), ("negatives", -1)):
        for i, j in data[name]:
            own, other = (i, j) if side == "u" else (j, i)
            lists[own].append((other, d))
    return lists


def run(case, means, data, number):
    """Steps 2 and 5.5 to 5.7."""
    u, v = start(means["u"], number), start(means["v"], number)
    changes, bounds = dict(u=[], v=[]), []
    k = 1 - case["burn_in"]
    for one in data:
        beta = k ** -case["decay"] if k > 0 else 1.0
        form, l = case["xi"], case["words"]
        changes["u"].append(half_update(form, case["tau_u"], beta, partners_of(l, one, "u"), u, v))
        changes["v"].append(half_update(form, case["tau_v"], beta, partners_of(l, one, "v"), v, u))
        bounds.append(bound(case, u, v, one))
        k += 1
    results = {f"{what}_{side}": values
               for side, q in (("u", u), ("v", v))
               for what, values in (("mean", q["mu"]), ("variance", np.diagonal(q["Sigma"], axis1=1, axis2=2)),
                                    ("change", np.array(changes[side])))}
    return dict(results, bound=np.array(bounds))


def make_case(case, seed):
    means, data = draw_inputs(case, seed)
    result = run(case, means, data, np.float64)
    single = run(case, means, data, np.float32)
    settings = {key: value for key, value in case.items() if key not in ("idle", "negatives", "exclude_positives")}
    return dict(settings, initial={side: means[side].tolist() for side in "uv"}, data=data,
                result={name: values.tolist() for name, values in result.items()},
                single={name: float(f"{np.max(np.abs(single[name] - result[name])):.2g}") for name in result})


def agree(a, b, tolerance):
    """Equal structures whose numbers agree to the tolerance, which linear algebra libraries need."""
    if isinstance(a, dict):
        return isinstance(b, dict) and a.keys() == b.keys() and all(agree(a[key], b[key], tolerance) for key in a)
    if isinstance(a, (list, tuple)):
        return isinstance(b, (list, tuple)) and len(a) == len(b) and all(agree(x, y, tolerance) for x, y in zip(a, b))
    if isinstance(a, float):
        return isinstance(b, (int, float)) and abs(a - b) <= tolerance * max(1.0, abs(a))
    return a == b


def check(cases):
    stored = json.loads(FILE.read_text())
    if len(stored) != len(cases):
        return False
    for new, old in zip(cases, stored):
        tolerances = {key: {"result": 1e-12, "single": 1e-4}.get(key, 0.0) for key in new}
        if new.keys() != old.keys() or not all(agree(new[key], old[key], tolerances[key]) for key in new):
            print(f"{FILE.name}: case {new['name']} does not agree with what this script computes", file=sys.stderr)
            return False
    return True


def main():
    cases = [make_case(case, seed) for seed, case in enumerate(CASES, start=1)]
    if sys.argv[1:] == ["--check"]:
        sys.exit(0 if check(cases) else 1)
    lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
    FILE.write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main()
