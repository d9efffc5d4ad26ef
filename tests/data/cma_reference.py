"""Four generations of active CMA-ES, plain and with learning-rate adaptation, for tests/optimize_reference.rs.

Numbers in the margin: N. Hansen, The CMA Evolution Strategy: A Tutorial, arXiv:1604.00772v2. Learning-rate
adaptation: M. Nomura, Y. Akimoto, I. Ono, arXiv:2304.03473. Independent of the Rust code: C^(-1/2) comes from
numpy's eigh, nothing is shared but the candidates and their costs.

    python cma_reference.py < candidates.json > cma_reference.json      (made with numpy 2.4.6)
"""

import json
import sys

import numpy as np

START, STEP = np.array([0.5, -1.0, 2.0, 0.25, -0.125]), 0.3
runs = json.load(sys.stdin)
n, lam = len(START), len(runs["cma"][0]["costs"])

raw = np.log((lam + 1) / 2) - np.log(np.arange(1, lam + 1))  # 49
mu = lam // 2
mueff = raw[:mu].sum() ** 2 / (raw[:mu] ** 2).sum()
mueff_minus = raw[mu:].sum() ** 2 / (raw[mu:] ** 2).sum()
c1 = 2 / ((n + 1.3) ** 2 + mueff)  # 57
cmu = min(1 - c1, 2 * (1 / 4 + mueff + 1 / mueff - 2) / ((n + 2) ** 2 + mueff))  # 58
alpha = min(1 + c1 / cmu, 1 + 2 * mueff_minus / (mueff + 2), (1 - c1 - cmu) / (n * cmu))  # 50-52
w = np.where(raw >= 0, raw / raw[raw > 0].sum(), alpha * raw / -raw[raw < 0].sum())  # 53
cs = (mueff + 2) / (n + mueff + 5)  # 55
ds = 1 + 2 * max(0, np.sqrt((mueff - 1) / (n + 1)) - 1) + cs
cc = (4 + mueff / n) / (n + 4 + 2 * mueff / n)  # 56
chi = np.sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n**2))


class Rate:
    def __init__(self, beta):
        self.beta, self.eta, self.E, self.V = beta, 1.0, 0.0, 0.0

    def follow(self, delta):
        self.E = (1 - self.beta) * self.E + self.beta * delta
        self.V = (1 - self.beta) * self.V + self.beta * (delta**2).sum()
        e2 = (self.E**2).sum()
        snr = (e2 - self.beta / (2 - self.beta) * self.V) / (self.V - e2)
        push = np.clip(snr / (1.4 * self.eta) - 1, -1, 1)
        self.eta = min(1.0, self.eta * np.exp(min(0.1 * self.eta, self.beta) * push))
        return self.eta


for name, generations in runs.items():
    m, sigma, C, ps, pc = START.copy(), STEP, np.eye(n), np.zeros(n), np.zeros(n)
    of_mean, of_spread = Rate(0.1), Rate(0.03)
    for g, generation in enumerate(generations):
        order = np.argsort(generation["costs"])
        y = (np.array(generation["candidates"])[order] - m) / sigma
        d2, B = np.linalg.eigh(C)
        whiten = B @ np.diag(d2**-0.5) @ B.T
        old_m, old_sigma, old_spread = m, sigma, sigma**2 * C
        yw = w[:mu] @ y[:mu]  # 41
        m = m + sigma * yw  # 42
        ps = (1 - cs) * ps + np.sqrt(cs * (2 - cs) * mueff) * whiten @ yw  # 43
        sigma *= np.exp(cs / ds * (np.linalg.norm(ps) / chi - 1))  # 44
        h = np.linalg.norm(ps) / np.sqrt(1 - (1 - cs) ** (2 * (g + 1))) < (1.4 + 2 / (n + 1)) * chi
        pc = (1 - cc) * pc + h * np.sqrt(cc * (2 - cc) * mueff) * yw  # 45
        wo = np.where(w >= 0, w, w * n / np.linalg.norm(y @ whiten, axis=1) ** 2)  # 46
        delta = (1 - h) * cc * (2 - cc)
        C = (1 + c1 * delta - c1 - cmu * w.sum()) * C + c1 * np.outer(pc, pc) + cmu * (y.T * wo) @ y  # 47
        if name == "lra":
            by_mean, by_spread = m - old_m, sigma**2 * C - old_spread
            root, before = whiten / old_sigma, of_mean.eta
            m = old_m + of_mean.follow(root @ by_mean) * by_mean
            spread = old_spread + of_spread.follow(root @ by_spread @ root / np.sqrt(2)) * by_spread
            sigma = np.exp(np.linalg.slogdet(spread)[1] / (2 * n))
            C = spread / sigma**2
            sigma *= before / of_mean.eta
        generation.update(mean=m.tolist(), sigma=float(sigma), covariance=C.tolist())
json.dump(runs, sys.stdout)
print()
