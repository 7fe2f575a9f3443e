"""What a decay curve says, in one sentence, in both languages; nothing is said where there is too little."""

from __future__ import annotations

from math import ceil

from harness.analysis.decay import Decay, last_age
from harness.analysis.models import Fit

Words = dict[str, str]


def describe(found: Decay, minimum: tuple[int, int]) -> Words:
    """A sentence on the shape of the decay; where no age has the minimum of probes and conversations it says what is missing."""
    last = last_age(found.retention, minimum)
    if found.r is None or last is None:
        return _too_few(found, minimum)
    if found.r.value >= 1:
        return {"en": "nothing was lost", "ko": "잃은 것 없음"}
    if found.r.value <= 0:
        return {"en": "all of it is gone after the first fold", "ko": "첫 접기에서 모두 사라짐"}
    if not found.fits:
        return _first_only(found)
    return _shape(found.fit) if found.fit else _nothing_holds(found, last)


def missing_conversations(found: Decay, minimum: tuple[int, int]) -> int | None:
    """Further conversations, each with as many probes as those at hand, until age 1 has the minimum; None without any probe."""
    first = found.retention.get(1)
    if first is None or first.n <= 0:
        return None
    probes = ceil(max(0.0, minimum[0] - first.n) / (first.n / first.conversations) - 1e-9)
    return max(probes, minimum[1] - first.conversations, 1)


def _too_few(found: Decay, minimum: tuple[int, int]) -> Words:
    wanted = missing_conversations(found, minimum)
    if wanted is None:
        return {
            "en": f"no probes at age 1 to say anything: {minimum[0]} needed",
            "ko": f"1회 접힌 탐침이 없어 말할 수 없음: {minimum[0]}개 필요",
        }
    return {
        "en": f"too few probes to say: {wanted} more conversation{'' if wanted == 1 else 's'}",
        "ko": f"탐침이 너무 적어 말할 수 없음: 대화 {wanted}개 더 필요",
    }


def _first_only(found: Decay) -> Words:
    lost = 1 - found.retention[1].value
    if lost <= 0:
        return {
            "en": "the first fold takes nothing; too few older probes to say more",
            "ko": "첫 접기에서 잃은 것 없음, 그 뒤는 탐침이 적어 말할 수 없음",
        }
    return {
        "en": f"the first fold takes {_percent(lost)}; too few older probes to say more",
        "ko": f"첫 접기에서 {_percent(lost)} 손실, 그 뒤는 탐침이 적어 말할 수 없음",
    }


def _shape(fit: Fit) -> Words:
    first, later, floor = _percent(fit.first_loss), _percent(1 - fit.r), _percent(fit.floor)
    match fit.name:
        case "power":
            return {"en": f"r^k holds (r = {_rate(fit.r)})", "ko": f"r^k가 맞음 (r = {_rate(fit.r)})"}
        case "floor":
            return {"en": f"falls to a floor of {floor}", "ko": f"{floor} 바닥까지 떨어짐"}
        case "scaled_floor":
            return {
                "en": f"the first fold takes {first}, then it falls to a floor of {floor}",
                "ko": f"첫 접기에서 {first} 손실, 그 뒤 {floor} 바닥까지 떨어짐",
            }
    more = fit.first_loss < 1 - fit.r
    return {
        "en": f"the first fold takes {first}, later folds {'more: ' if more else ''}{later} each",
        "ko": f"첫 접기에서 {first}, 그 뒤 {'더 많이: ' if more else ''}접을 때마다 {later} 손실",
    }


def _nothing_holds(found: Decay, last: int) -> Words:
    left = _percent(found.retention[last].value)
    return {
        "en": f"no simple curve holds; {left} left after {last} folds",
        "ko": f"맞는 단순한 곡선이 없음. {last}번 접은 뒤 {left} 남음",
    }


def _percent(share: float) -> str:
    return f"{100 * max(0.0, share):.0f} %"


def _rate(r: float) -> str:
    return f"{r:.2f}".removeprefix("0")
