"""The judge: a language model for the answers that rules leave ``ungraded``, and how far it can be trusted."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from harness.answering.agreement import Labelled, Share, kappa
from harness.answering.ask_model import load_text
from harness.ports import Model, ModelCall
from harness.schema import Answer, Grade, Outcome, Probe

VERDICTS = ("retained", "distorted", "stale", "fabricated", "missing")
_SCHEMA = json.dumps(
    {
        "type": "object",
        "properties": {"verdict": {"type": "string", "enum": list(VERDICTS)}, "why": {"type": "string"}},
        "required": ["verdict", "why"],
        "additionalProperties": False,
    },
    sort_keys=True,
)
_OBJECT = re.compile(r"\{[^{}]*\}")
_WORDS = {
    "en": ("Question", "Expected", "Must not hold", "Said in the log", "Answer to judge"),
    "ko": ("질문", "기대한 답", "성립하지 않아야 함", "로그에 나온 말", "판정할 답변"),
}


@dataclass(frozen=True)
class ModelJudge:
    """Strict: whatever is not one of the verdicts leaves the answer ungraded."""

    model: Model
    model_name: str
    effort: str | None = None
    prompt: str | None = None
    max_tokens: int = 2048

    @property
    def digest(self) -> str:
        """SHA-256 over model, effort and prompts, in hex: what a calibration holds for."""
        texts = [self.model_name, self.effort or "", *(load_text("judge", x, self.prompt) for x in ("en", "ko"))]
        return hashlib.sha256("\x1f".join(texts).encode("utf-8")).hexdigest()

    def decide(self, probe: Probe, answer: Answer) -> Grade:
        """The verdict on one answer."""
        reply = self.model.reply(self.call(probe, answer))
        if reply.failure:
            return Grade(Outcome.UNGRADED, f"the judge gave no verdict: {reply.failure}")
        verdict = parse_verdict(reply.text)
        return verdict or Grade(Outcome.UNGRADED, "the judge gave no verdict: unparseable")

    def call(self, probe: Probe, answer: Answer) -> ModelCall:
        """The call for one answer."""
        question, expected, never, said, judged = _WORDS.get(probe.language, _WORDS["en"])
        points = [f"- {' / '.join(c.forms)}{f' ({never})' if c.negated else ''}" for c in probe.claims]
        quotes = [f"- {e.quote}" for e in probe.evidence]
        parts = [f"# {question}\n{probe.question}", f"# {expected}\n" + "\n".join([probe.expected, *points])]
        parts += [f"# {said}\n" + "\n".join(quotes)] if quotes else []
        parts.append(f"# {judged}\n{answer.text or '—'}")
        system = load_text("judge", probe.language, self.prompt)
        return ModelCall(
            "judge", self.model_name, "\n\n".join(parts), "", system, self.max_tokens, self.effort, schema=_SCHEMA
        )


def parse_verdict(text: str) -> Grade | None:
    """The verdict of a reply; None unless exactly one JSON object names one."""
    found = []
    for match in _OBJECT.finditer(text):
        try:
            data = json.loads(match.group())
        except ValueError:
            continue
        if isinstance(data, dict) and data.get("verdict") in VERDICTS:
            found.append(Grade(Outcome(data["verdict"]), f"judge: {' '.join(str(data.get('why', '')).split())}"[:300]))
    return found[0] if len(found) == 1 else None


@dataclass(frozen=True, slots=True)
class Calibration:
    """How a judge agrees with labelled answers: ``sensitivity`` of those labelled retained it calls retained, ``specificity`` of the
    others it calls something else, kappa over all verdicts. Answers without a verdict count against it."""

    judge: str
    digest: str
    labels: int
    sensitivity: Share
    specificity: Share
    kappa: float
    undecided: int


def calibrate(judge: ModelJudge, labels: Iterable[Labelled]) -> Calibration:
    """Judge every labelled answer."""
    pairs = [(x.outcome, judge.decide(x.probe, Answer(x.answer)).outcome) for x in labels]
    return figures(judge.model_name, judge.digest, pairs)


def figures(name: str, digest: str, pairs: Sequence[tuple[Outcome, Outcome]]) -> Calibration:
    """The figures of pairs of label and verdict."""
    right = [given for label, given in pairs if label is Outcome.RETAINED]
    wrong = [given for label, given in pairs if label is not Outcome.RETAINED]
    rejected = sum(g not in (Outcome.RETAINED, Outcome.UNGRADED) for g in wrong)
    return Calibration(
        name,
        digest,
        len(pairs),
        Share(right.count(Outcome.RETAINED), len(right)),
        Share(rejected, len(wrong)),
        kappa(pairs),
        sum(given is Outcome.UNGRADED for _, given in pairs),
    )
