"""The statistics of utils/validation/pairs.py, each number derived here."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "..", "..", "..", "utils"))
from validation import pairs  # noqa: E402

checked = 0


def check(what, got, expected):
    global checked
    checked += 1
    same = (got is None if expected is None else
            got is not None and abs(got - expected) < 1e-12)
    if not same:
        sys.exit(f"{what}: {got}, expected {expected}")


# Places 0, 1, 2, 3: a tenth of the way is 0.3 of the way from 1 to 2, half of
# it the middle of 2 and 4, nine tenths 0.7 of the way from 4 to 8.
check("p10", pairs.percentile([8, 1, 4, 2], 0.1), 1.3)
check("p50", pairs.median([8, 1, 4, 2]), 3)
check("p90", pairs.percentile([8, 1, 4, 2], 0.9), 6.8)
check("percentile of one", pairs.percentile([5], 0.9), 5)
check("percentile of none", pairs.percentile([], 0.5), None)

# (predicted, measured): errors 1/2, 1/2, 1, 0 of the measured; their mean 1/2.
FOUR = [(1, 2), (6, 4), (2, 1), (8, 8)]
check("MAPE", pairs.mean_error(FOUR), 0.5)
# Measured over predicted: 2, 2/3, 1/2, 1; the median between 2/3 and 1 is 5/6.
check("scale", pairs.best_scale(FOUR), 5 / 6)
# Scaled: 5/6, 5, 5/3, 20/3; errors 7/12, 1/4, 2/3, 1/6: mean 20/12/4 = 5/12.
check("scaled MAPE", pairs.mean_error(FOUR, 5 / 6), 5 / 12)
# The scale is of predictions: twice the time everywhere is repaired whole, by
# 1/2; half the time everywhere is an error of 1/2 and a scale of 2.
check("scale of doubled", pairs.best_scale([(2, 1), (4, 2)]), 0.5)
check("MAPE of halved", pairs.mean_error([(1, 2), (2, 4)]), 0.5)

# Ranks 0, 2, 1, 3 against 1, 2, 0, 3; about their mean 1.5, the products sum to
# (-1.5)(-.5) + .5 * .5 + (-.5)(-1.5) + 1.5 * 1.5 = 4; squares to 5 each: 0.8.
check("Spearman", pairs.spearman(FOUR), 0.8)
check("Spearman of order alone", pairs.spearman([(1, 1), (2, 10), (9, 11)]), 1)
check("Spearman reversed", pairs.spearman([(3, 1), (2, 2), (1, 3)]), -1)
# Predictions 5, 5, 7 have the ranks 0.5, 0.5, 2: products (-.5)(-1) + (1)(1) =
# 1.5 over the root of 1.5 * 2.
check("Spearman with ties", pairs.spearman([(5, 1), (5, 2), (7, 3)]),
      1.5 / 3 ** 0.5)
check("a constant orders nothing", pairs.spearman([(5, 1), (5, 2), (5, 3)]), 0)
check("equal times have no order", pairs.spearman([(1, 5), (2, 5), (3, 5)]),
      None)
check("two pairs", pairs.spearman([(1, 1), (2, 2)]), None)

# Behind the one that is predicted faster, in the middle of two equal ones and
# itself: places 2, 3, 4.
check("rank of the best", pairs.rank_of_best([(1, 9), (3, 9), (3, 9), (4, 9)],
                                             (3, 2)), 3)
check("best is first", pairs.rank_of_best([(5, 9)], (3, 2)), 1)

# 20 rows measured 1 to 20. Predicted fastest is the one of 3, then 10, then 1.
# 1 % is one row: 3 instead of 1. 10 % are two rows: still 3; 15 % are three.
TWENTY = ([(1, 3), (2, 10), (3, 1)] +
          [(30 + m, m) for m in range(1, 21) if m not in (1, 3, 10)])
check("regret 1 %", pairs.regret(TWENTY, 0.01), 2)
check("regret 10 %", pairs.regret(TWENTY, 0.10), 2)
check("regret 15 %", pairs.regret(TWENTY, 0.15), 0)
# Told apart by nothing, the slowest runs first.
check("regret of ties", pairs.regret([(1, 2), (1, 6), (1, 3)], 0.1), 2)

# Predicted 4 of a measured 2, 1 of 4: errors 1 and 3/4. One row of two that
# have none is predicted to have some.
counted = pairs.quantity([(4, 2), (1, 4), (7, 0), (0, 0)])
check("quantity's rows", counted["pairs"], 2)
check("quantity's error", counted["error_p50"], 0.875)
check("within 5 %", counted["within_5"], 0)
# 19 of 20 and 21 of 20 are, 106 of 100 is not.
check("some within 5 %", pairs.quantity([(19, 20), (21, 20), (106, 100)])
      ["within_5"], 2 / 3)
check("quantity's ratio", counted["p50"], 1.125)
check("without any", counted["nothing_measured"], 2)
check("predicted there", counted["of_them_predicted"], 1)

# Predicted to fail: three, of which one did; failed: two.
judged = pairs.failures([(True, True), (True, False), (True, False),
                         (False, True), (False, False)])
check("precision", judged["precision"], 1 / 3)
check("recall", judged["recall"], 1 / 2)
check("nothing predicted", pairs.failures([(False, True)])["precision"], None)

# The figures of a model hold together. The best of the space, 0.5 measured, is
# predicted 7: behind 1, 2 and 6 of five in all.
figures = pairs.times(FOUR, best=(7, 0.5))
check("rank", figures["rank_of_best"], 4)
check("of", figures["ranked"], 5)
check("ratios", figures["p90"], 1.85)  # 1/2, 1, 3/2, 2: 0.7 from 3/2 to 2
print(f"{checked} numbers right")
