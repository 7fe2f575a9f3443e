"""Whether a recorded summary is one: opaque, empty and failed folds are reported and never scored."""

from __future__ import annotations

import re

OPAQUE = "the summary is opaque (encrypted by the provider) and cannot be probed offline"
NO_BEFORE = "the turns before it are not in this file"
_ERROR = re.compile(
    r"\W*(?:(?:API|Request|Connection|Internal server) Error\b|Error (?:generating|during|while|compacting)\b|Error:"
    r"|Prompt is too long|Request (?:was aborted|timed out)|Conversation too long|Compaction (?:failed|canceled)"
    r"|Failed to (?:generate|summarize|compact)|Credit balance is too low|\d{3} \{\"type\":\s*\"error\")",
    re.IGNORECASE,
)
_BOILERPLATE = re.compile(
    r"\W*(?:no (?:previous )?(?:summary|conversation history)(?: is| was)?(?: available| to summarize)?"
    r"|previous conversation was too long to summarize|요약할 (?:내용|대화)이 없(?:습니다|음)|요약(?:이)? 없(?:습니다|음))\W*$",
    re.IGNORECASE,
)


def problem_of(body: str, has_before: bool) -> str | None:
    """Why a fold with this summary (without its preamble) cannot be probed, if it cannot."""
    body = body.strip()
    if not body:
        return "the summary is empty"
    if _ERROR.match(body):
        return f"the summary is an error text: {' '.join(body.split())[:80]}"
    if _BOILERPLATE.match(body):
        return f"the summary is boilerplate: {' '.join(body.split())[:80]}"
    return None if has_before else NO_BEFORE
