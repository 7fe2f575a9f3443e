"""What a decay curve says, in one sentence, in both languages; nothing is said where there is too little."""

from __future__ import annotations

from harness.analysis.decay import Decay


def describe(found: Decay, minimum: tuple[int, int]) -> dict[str, str]:
    """A sentence on the shape of the decay. Below half the minimum of probes at age 1 it says only what is missing."""
    first = found.retention.get(1)
    if found.r is None or first is None or first.n < minimum[0] / 2 or found.r.low is None:
        have = int(first.n) if first else 0
        return {
            "en": f"too few probes to say ({have} at age 1)",
            "ko": f"탐침이 너무 적어 말할 수 없음 (1회 접힘에서 {have}개)",
        }
    if found.r.value >= 1:
        return {"en": "nothing was lost", "ko": "잃은 것 없음"}
    if found.r.value <= 0:
        return {"en": "all of it is gone after the first fold", "ko": "첫 접기에서 모두 사라짐"}
    return _shape(found)


def _shape(found: Decay) -> dict[str, str]:
    first, later = found.hazard.get(1), found.later
    rate = found.r.value if found.r else 0.0
    if first is None or later is None or later.n < 5:
        lost = first.value if first else 1 - rate
        if lost <= 0:
            return {
                "en": "the first fold takes nothing; too few to say more",
                "ko": "첫 접기에서 잃은 것 없음, 그 뒤는 탐침이 적어 말할 수 없음",
            }
        return {
            "en": f"the first fold takes {lost:.0%}; too few left to say more",
            "ko": f"첫 접기에서 {lost:.0%} 손실, 그 뒤는 남은 것이 적어 말할 수 없음",
        }
    after = 1 - later.value
    if first.low is not None and after < first.low:
        return {
            "en": f"the first fold takes {first.value:.0%}, later folds {after:.0%} each",
            "ko": f"첫 접기에서 {first.value:.0%}, 그 뒤 접을 때마다 {after:.0%} 손실",
        }
    if first.high is not None and after > first.high:
        return {
            "en": f"the first fold takes {first.value:.0%}, later folds more: {after:.0%} each",
            "ko": f"첫 접기에서 {first.value:.0%}, 그 뒤 더 많이: 접을 때마다 {after:.0%} 손실",
        }
    return {
        "en": f"about {1 - rate:.0%} lost per fold, as r^k says",
        "ko": f"접을 때마다 약 {1 - rate:.0%} 손실, r^k와 맞음",
    }
