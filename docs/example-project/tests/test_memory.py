"""What this project demands of its compaction, beyond the tests that the plugin adds by itself."""


def test_no_fold_failed(afterfold_run):
    failed = [
        f"{name}: {fold.failure}" for name, folds in afterfold_run.folds.items() for fold in folds if fold.failure
    ]
    assert not failed


def test_summaries_stay_short(afterfold_gate):
    assert afterfold_gate.sizes.candidate < 1000


def test_numbers_are_not_worse(afterfold_gate):
    quantity = next(c for c in afterfold_gate.categories if c.name == "quantity")
    assert quantity.outcome.value != "fail", quantity.reason
