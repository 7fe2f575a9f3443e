"""How far can the embedded reader be trusted? Its answers beside those of a large language model that saw the same folded context.

``python -m tests.studies.answers`` replays the recorded chains, checks that every recorded answer belongs to the context that is
reached, grades both answers and prints, per language: how often each was right, how often both agree, what the reader finds of
what the model found, and what it claims where the model had nothing; then the same per information type. ``--write`` stores the
figures that the report quotes (``harness/reporting/trust.toml``); ``-v`` lists the disagreements. All of that is about the chains
under the default prompt; then follow, for the logs that have a chain under the bare prompt too, the model's answers to the same
questions after the same fold under either prompt.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from scipy.stats import binomtest

from harness.analysis.intervals import clustered_share
from harness.answering.agreement import Share, kappa
from harness.answering.grading import grade
from harness.answering.reader import EmbeddedAnswerer
from harness.categories import builtin
from harness.evaluate import limits_for
from harness.folding.compactors import Recorded
from harness.folding.prompt import load_prompt
from harness.folding.replay import Replay, drive, rolling
from harness.logs import read_log
from harness.runs import assign_probes, read_chains, read_probes
from harness.runs.answers import RecordedAnswer, read_answers
from harness.schema import Answer, Conversation, Outcome, Passage, Probe
from harness.settings import Settings
from harness.tokens import default_counter, turn_tokens

ROOT = Path(__file__).resolve().parents[2]
TRUST = ROOT / "harness" / "reporting" / "trust.toml"


@dataclass(frozen=True)
class Pair:
    """One question about one folded context: how the model's and the reader's answer were graded."""

    language: str
    prompt: str
    fold: int
    age: int | None
    probe: Probe
    said: str
    model: Outcome
    read: str
    reader: Outcome

    @property
    def rights(self) -> tuple[bool, bool]:
        return self.model is Outcome.RETAINED, self.reader is Outcome.RETAINED


def text_of(context: Sequence[Passage]) -> str:
    """A folded context as it was shown to whoever answered."""
    return "\n\n".join(f"[{p.role.value if p.role else 'None'}]\n{p.text}" for p in context)


def pairs() -> Iterator[Pair]:
    """Every recorded answer with the reader's answer from the same context."""
    given: dict[tuple[str, str], list[RecordedAnswer]] = {}
    for a in read_answers(ROOT / "datasets" / "answers"):
        given.setdefault((a.prompt, a.conversation), []).append(a)
    for (prompt, name), answers in sorted(given.items()):
        conversation, probes = _log(name)
        replay = _replay(conversation, prompt)
        yield from _pairs(replay, {p.id: p for p in probes}, answers)


def _log(name: str) -> tuple[Conversation, Sequence[Probe]]:
    split, gold = (
        ("tuning", "gold") if (ROOT / "datasets" / "tuning" / f"{name}.jsonl").is_file() else ("test", "gold-test")
    )
    (conversation,) = read_log(ROOT / "datasets" / split / f"{name}.jsonl")
    written = read_probes(ROOT / "probes" / gold / f"{name}.jsonl", builtin())
    return conversation, assign_probes(written, [conversation])[conversation.id]


def _replay(conversation: Conversation, prompt: str) -> Replay:
    counter = default_counter()
    compactor = Recorded(read_chains(ROOT / "datasets" / "folds" / prompt))
    limits = limits_for(
        conversation, counter, Settings.model_validate({}), sum(turn_tokens(t, counter) for t in conversation.turns)
    )
    limits = replace(limits, folds=min(limits.folds, len(compactor.chains[conversation.id])))
    return drive(rolling(conversation, limits, load_prompt(prompt, conversation.language), counter), compactor)


def _pairs(replay: Replay, probes: dict[str, Probe], answers: Sequence[RecordedAnswer]) -> Iterator[Pair]:
    for fold in replay.folds:
        asked = [a for a in answers if a.fold == fold.ordinal]
        context = replay.context(fold)
        digest = sha256(text_of(context).encode()).hexdigest()
        reader = EmbeddedAnswerer().read(context, replay.conversation.language)
        for a in asked:
            if a.context != digest:
                sys.exit(
                    f"{a.conversation}, fold {a.fold}: the recorded answers belong to another context; record them again."
                )
            probe = probes[a.probe]
            said, read = Answer(a.answer), reader.ask(probe.question, probe.tool)
            yield Pair(
                probe.language,
                a.prompt,
                a.fold,
                replay.age(probe, fold),
                probe,
                a.answer,
                grade(probe, said).outcome,
                read.text,
                grade(probe, read).outcome,
            )


def shown(share: Share) -> str:
    """A share with its interval and n."""
    low, high = share.interval
    return f"{share.value:.2f} [{low:.2f}, {high:.2f}] n={share.n}"


def figures(found: Sequence[Pair]) -> dict[str, Share]:
    """The shares that the study prints, over positive probes (``absent`` over the others)."""
    positive = [p for p in found if p.probe.positive]
    absent = [p for p in found if not p.probe.positive]
    by_model = [p for p in positive if p.rights[0]]
    not_by_model = [p for p in positive if not p.rights[0]]
    return {
        "model right": Share(len(by_model), len(positive)),
        "reader right": Share(sum(p.rights[1] for p in positive), len(positive)),
        "agree": Share(sum(p.rights[0] == p.rights[1] for p in positive), len(positive)),
        "reader right where the model is": Share(sum(p.rights[1] for p in by_model), len(by_model)),
        "reader right where the model is not": Share(sum(p.rights[1] for p in not_by_model), len(not_by_model)),
        "absent: model right": Share(sum(p.rights[0] for p in absent), len(absent)),
        "absent: reader right": Share(sum(p.rights[1] for p in absent), len(absent)),
    }


def by_conversation(found: Sequence[Pair], side: int) -> str:
    """The share that the model (0) or the reader (1) knew; the interval takes the conversation as the unit."""
    counts: dict[str, list[bool]] = {}
    for p in found:
        counts.setdefault(p.probe.conversation, []).append(p.rights[side])
    share = clustered_share([sum(c) for c in counts.values()], [len(c) for c in counts.values()])
    if share is None:
        return "–"
    return f"{share.value:.2f} [{share.low:.2f}, {share.high:.2f}] n={len(found)}, {len(counts)} conversations"


def decay(found: Sequence[Pair]) -> Iterator[str]:
    """S_k: what was still known of facts that have been through k folds, whenever they were asked."""
    positive = [p for p in found if p.probe.positive]
    for age in sorted({p.age for p in positive if p.age}):
        mine = [p for p in positive if p.age == age]
        yield f"  S_{age}    model {by_conversation(mine, 0)}   reader {by_conversation(mine, 1)}"


def report(found: Sequence[Pair], verbose: bool) -> None:
    """Print the figures per language, by age and per type."""
    for language in ("all", "en", "ko"):
        mine = [p for p in found if language in ("all", p.language)]
        print(f"{language}: {len(mine)} answers, kappa {kappa([p.rights for p in mine if p.probe.positive]):.2f}")
        for name, share in figures(mine).items():
            print(f"  {name:36} {shown(share)}")
    print("by age (how many folds a fact's evidence has been through; the conversation is the unit)")
    print("\n".join(decay(found)))
    print("by fold and by type (all ages together; the answer is the unit)")
    for fold in sorted({p.fold for p in found}):
        mine = [p for p in found if p.fold == fold and p.probe.positive]
        model, reader = (Share(sum(p.rights[i] for p in mine), len(mine)) for i in (0, 1))
        print(f"  after fold {fold}:    model {shown(model)}   reader {shown(reader)}")
    for category in builtin():
        mine = [p for p in found if p.probe.category == category]
        if mine:
            model, reader = (Share(sum(p.rights[i] for p in mine), len(mine)) for i in (0, 1))
            print(f"  {category:16} model {shown(model)}   reader {shown(reader)}")
    if verbose:
        for p in found:
            if p.rights[0] != p.rights[1]:
                print(f"- {p.probe.id} {p.probe.question} | {p.probe.expected}")
                print(f"    model ({p.model.value}): {p.said}")
                print(f"    reader ({p.reader.value}): {p.read}")


@dataclass(frozen=True)
class Versus:
    """The same questions after the same fold under two prompts: how many the model answered rightly under each, and flips."""

    first: int
    second: int
    only_first: int
    only_second: int
    n: int

    def __str__(self) -> str:
        # the flips decide whether one prompt keeps more: McNemar's exact test, two-sided
        flips = self.only_first + self.only_second
        p = binomtest(self.only_first, flips).pvalue if flips else 1.0
        a, b = shown(Share(self.first, self.n)), shown(Share(self.second, self.n))
        return f"default {a}   bare {b}   only default {self.only_first}, only bare {self.only_second}, p={p:.2f}"


def versus(found: Sequence[Pair]) -> Iterator[tuple[str, Versus]]:
    """By what is compared: language, fold, information type."""
    right = {(p.prompt, p.fold, p.probe.id): p.rights[0] for p in found}
    both = [p for p in found if p.prompt == "default" and ("bare", p.fold, p.probe.id) in right]
    positive = [p for p in both if p.probe.positive]
    last = max((p.fold for p in both), default=0)
    tongues = ("all", "en", "ko")
    groups = {
        f"fold {k}, {t}": [p for p in positive if p.fold == k and t in ("all", p.language)]
        for k in sorted({p.fold for p in both})
        for t in tongues
    }
    groups |= {
        f"fold {last}, {c}": [p for p in positive if p.fold == last and p.probe.category == c] for c in builtin()
    }
    groups["absent"] = [p for p in both if not p.probe.positive]
    for name, mine in groups.items():
        pairs = [(p.rights[0], right["bare", p.fold, p.probe.id]) for p in mine]
        if pairs:
            kept, other = (sum(pair[i] for pair in pairs) for i in (0, 1))
            yield name, Versus(kept, other, sum(a > b for a, b in pairs), sum(b > a for a, b in pairs), len(pairs))


def write(found: Sequence[Pair]) -> None:
    """Store the figures that the report quotes."""
    f = figures(found)
    names = {
        "finds": "reader right where the model is",
        "adds": "reader right where the model is not",
        "model": "model right",
        "reader": "reader right",
    }
    lines = [f"{key} = {{ k = {f[name].k}, n = {f[name].n} }}  # {name}" for key, name in names.items()]
    head = "# Written by `python -m tests.studies.answers --write`: the embedded reader beside a large language model, same contexts, same questions."
    TRUST.write_text("\n".join([head, *lines, ""]), encoding="utf-8")


if __name__ == "__main__":
    everything = list(pairs())
    default = [p for p in everything if p.prompt == "default"]
    report(default, "-v" in sys.argv)
    print("\nboth prompts, the model's answers to the same questions")
    for name, result in versus(everything):
        print(f"  {name:24} {result}")
    if "--write" in sys.argv:
        write(default)
