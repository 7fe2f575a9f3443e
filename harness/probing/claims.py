"""From a statement to a key claim: the few words that carry its point, in two forms."""

from __future__ import annotations

import re
from collections.abc import Mapping, Set

from harness.language import is_inflected, negations, normalise, terms, words
from harness.schema import Claim
from harness.values import find, strip_particles

_SHORTEST = 3  # letters of a Latin word; a Hangul word says something from two syllables on
# Words that carry no point of their own: how sure, how often, who, when it is said; and the verbs that go with anything.
_EMPTY = frozenset(
    """
    anyway anything everything nothing something nobody anybody somebody everybody else once twice ever never always again already just only
    even still yet quite rather really actually simply probably maybe perhaps also too very much many more most less least lot lots bit well
    then there here now today tomorrow yesterday soon later before after while when where which who whom whose what why how because since
    although though unless until without within about above below over under again that this these those they them their there's it's that's
    i'm i've i'd i'll we're we've we'd we'll you're you've you'd you'll they're they've he's she's let's don't doesn't didn't won't can't
    cannot isn't aren't wasn't weren't hasn't haven't hadn't wouldn't couldn't shouldn't mustn't not nor none neither either both all any some
    each every other another same such like just get gets got getting give gives gave given go goes going gone went come comes came coming
    make makes made making take takes took taken taking put puts putting say says said saying tell tells told know knows knew known think
    thinks thought want wants wanted see sees saw seen look looks looked let lets keep keeps kept use uses used using try tries tried trying
    thing things stuff way ways case time times one ones day days fine good bad great nice sorry thanks please okay yes yeah the and but for
    with from into onto upon have has had having been being was were are does did done doing can could may might must shall should will would
    first second third last next lets otherwise too instead except apart than
    don doesn didn won isn aren wasn hasn haven couldn wouldn shouldn hello
    """.split()
)
_EMPTY_KO = frozenset(
    """
    절대 반드시 무조건 항상 그냥 정말 진짜 너무 아주 매우 조금 많이 거의 이미 아직 벌써 다시 계속 자꾸 먼저 나중 나중에 지금 이제 오늘 내일 어제 아까 그때 이번
    다음 결국 원래 역시 일단 우선 특히 물론 그리고 그래서 그런데 근데 하지만 그러면 그럼 그래도 그래야 그러니까 그거 이거 저거 그것 이것 그건 이건 그게 이게 거기
    여기 저기 이렇게 그렇게 저렇게 어떻게 우리 저희 제가 내가 누가 뭐가 무엇 어디 언제 얼마 모두 전부 다들 서로 같이 함께 따로 바로 때문 때문에 경우 정도 하나
    하는 있는 없는 되는 같은 하고 해서 하면 하지 되고 돼서 되면 있어 없어 있고 없고 있으니까 없으니까 거니까 거라 거고 것도 건데 거든요 잖아요 네요 옆에 위에 아래 사람
    사람들 이랑 에서 으로 부터 까지 라서 밖에 에만 로만 걸로 건가 이고 이며 입니다 이에요 예요 해요 합니다 돼요 됩니다 있어요 없어요 있습니다 없습니다 하기로
    """.split()
)
_JAMO = re.compile(r"^[ㄱ-ㆎᄀ-ᇿ]+$")
_NUMBER = re.compile(r"^[\d.,:/%-]+$")


def claim_of(text: str, known: Set[str], rarity: Mapping[str, int], negated: bool | None = None) -> Claim | None:
    """The two or three most telling words of a statement that are not in the question already, in their order; None if they
    hold no word of content. The second form leaves out the most common of them. ``negated`` is read from the text unless given."""
    seen = _telling(text, known, rarity)
    rare = sorted(seen, key=lambda w: (-_value_bonus(w), _is_verb(w), seen[w][0], seen[w][1]))[:3]
    if not any(is_content(w) for w in rare):
        return None
    ordered = sorted(rare, key=lambda w: seen[w][1])
    forms = [" ".join(ordered)]
    if len(ordered) == 3:
        least = max((w for w in rare), key=lambda w: (sum(is_content(o) for o in rare if o != w) > 0, rare.index(w)))
        forms.append(" ".join(w for w in ordered if w != least))
    forms = [f for f in forms if any(is_content(w) for w in f.split())]
    return Claim(tuple(forms), negations(normalise(text)) % 2 == 1 if negated is None else negated)


def is_content(word: str) -> bool:
    """Whether a word of a claim says something by itself: no number, no negation, no adverb, at least three letters (two
    syllables)."""
    if "가" <= word[0] <= "힣":
        return len(word) >= 2 and word not in _EMPTY_KO and not negations(word)
    return (
        len(word) >= _SHORTEST
        and word not in _EMPTY
        and not _NUMBER.match(word)
        and not negations(word)
        and any(c.isalpha() for c in word)
    )


def _telling(text: str, known: Set[str], rarity: Mapping[str, int]) -> dict[str, tuple[int, int]]:
    """The words that say something new, each with how often the log has it and its place."""
    seen: dict[str, tuple[int, int]] = {}
    for place, word in enumerate(words(text)):
        own = terms(word)
        if not own or set(own) <= known or _JAMO.match(word):
            continue
        bare = strip_particles(word) if "가" <= word[0] <= "힣" else word
        if is_content(bare) or _value_bonus(word):
            seen.setdefault(bare, (rarity.get(word, 0), place))
    return seen


def _is_verb(word: str) -> bool:
    return "가" <= word[0] <= "힣" and is_inflected(word)


def _value_bonus(word: str) -> int:
    return 1 if any(c.isdigit() for c in word) and (len(word) > 2 or find(word)) else 0
