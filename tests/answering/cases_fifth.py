"""A fifth set of graded answers, the last one and never tuned on: ``test_cases`` marks what the rules get wrong here as known."""

from __future__ import annotations

from harness.schema import Claim
from tests.answering.cases_en import Case, D, F, M, R, S
from tests.build import probe

CASES: list[Case] = [
    (
        probe(
            "claims",
            "because the river floods the lower field",
            claims=(Claim(("river floods field", "flooding", "field under water")),),
            category="decision_reason",
            question="Why is the stable being built uphill?",
            quote="The stable goes uphill because the river floods the lower field every spring.",
        ),
        {
            R: (
                "The lower field floods.",
                "The river comes over the lower field each spring.",
                "Due to flooding down there.",
            ),
            D: ("The view is nicer up there.", "Because the lower field never floods."),
            M: ("The log gives no grounds for it.", "It seemed the better choice."),
        },
    ),
    (
        probe(
            "claims",
            "Don't water the cactus in winter",
            claims=(Claim(("water cactus winter", "winter watering"), True),),
            category="constraint",
            question="What's the rule about the cactus?",
            quote="Don't water the cactus in winter.",
        ),
        {
            R: ("No watering in winter.", "It mustn't be watered during winter.", "In winter, leave it dry."),
            D: ("Water it in winter.", "Don't water it in summer.", "Water it only in winter."),
            M: ("I've no record of any rule.",),
        },
    ),
    (
        probe(
            "quantity",
            "24 litres",
            accepted=("24 l",),
            wrong=("42 litres",),
            stale=("20 litres",),
            category="quantity",
            question="How much paint was ordered?",
            quote="Ordered 24 litres of paint (up from 20) and 42 litres of primer.",
        ),
        {
            R: ("24 litres", "Twenty-four litres, and 42 of primer.", "First 20, then it went up to 24 litres."),
            D: ("42 litres", "24 tins", "Primer 24 litres, paint 42."),
            S: ("20 litres",),
            M: ("How much isn't stated.", "Some paint was ordered."),
        },
    ),
    (
        probe(
            "name",
            "Odessa Lane",
            wrong=("Mill Lane",),
            stale=("Quay Street",),
            category="decision",
            question="Where will the new clinic open?",
            quote="The clinic opens on Odessa Lane after all, not Quay Street; the pharmacy is on Mill Lane.",
        ),
        {
            R: ("On Odessa Lane.", "Odessa Lane rather than Quay Street.", "They've settled on Odessa Lane."),
            D: ("Mill Lane.", "The pharmacy's on Odessa Lane, the clinic on Mill Lane."),
            S: ("Quay Street.", "Quay Street, Odessa Lane having been rejected."),
            M: ("The street isn't something I have.",),
        },
    ),
    (
        probe(
            "open",
            "undecided",
            wrong=("June", "September"),
            category="open_question",
            question="When will the wedding be?",
            quote="June or September, they are asking the parents first.",
        ),
        {
            R: (
                "They want to ask the parents first.",
                "June or September, it's not been settled.",
                "No date has been fixed.",
            ),
            F: ("September.", "In June, the parents agreed."),
            M: ("I know nothing of a wedding.",),
        },
    ),
    (
        probe("absent", "not stated", category="absent", question="What colour is the new sofa?"),
        {
            R: (
                "The colour wasn't brought up.",
                "I have nothing on its colour.",
                "They didn't describe it.",
                "No one mentioned a colour.",
            ),
            F: ("Green.", "It's a dark blue, I believe."),
        },
    ),
    (
        probe(
            "claims",
            "강물이 아래 밭으로 넘쳐서",
            claims=(Claim(("강물 넘침", "밭 침수", "물에 잠김")),),
            category="decision_reason",
            question="마구간을 왜 언덕에 지어요?",
            quote="봄마다 강물이 아래 밭으로 넘쳐서 마구간은 언덕에 지어요.",
        ),
        {
            R: ("강물이 넘치거든요.", "아래 밭이 물에 잠겨서요.", "봄마다 강물이 넘쳐서 그래요."),
            D: ("경치가 좋아서요.", "강물이 안 넘쳐서요."),
            M: ("이유는 확인이 안 되네요.", "그냥 그게 나아서요."),
        },
    ),
    (
        probe(
            "claims",
            "겨울에는 선인장에 물을 주지 않는다",
            claims=(Claim(("겨울 선인장 물", "겨울 물 주기"), True),),
            category="constraint",
            question="선인장 관리 규칙이 뭐예요?",
            quote="겨울에는 선인장에 물 주지 마세요.",
        ),
        {
            R: ("겨울에는 물을 주면 안 돼요.", "겨울 물 주기 금지.", "겨울엔 물을 안 줍니다."),
            D: ("겨울에도 물을 줘요.", "여름에는 물을 주지 마세요.", "겨울에만 물을 줘요."),
            M: ("규칙은 들은 게 없는데요.",),
        },
    ),
    (
        probe(
            "quantity",
            "24리터",
            accepted=("24L",),
            wrong=("42리터",),
            stale=("20리터",),
            category="quantity",
            question="페인트는 얼마나 주문했어요?",
            quote="페인트는 20리터에서 24리터로 늘려 주문했고 프라이머는 42리터예요.",
        ),
        {
            R: ("24리터요.", "20리터였는데 24리터로 늘렸어요.", "페인트 24리터, 프라이머 42리터요."),
            D: ("42리터요.", "프라이머가 24리터, 페인트가 42리터예요."),
            S: ("20리터요.",),
            M: ("얼마나 주문했는지는 몰라요.",),
        },
    ),
    (
        probe(
            "open",
            "미정",
            wrong=("유월", "구월"),
            category="open_question",
            question="결혼식은 언제 해요?",
            quote="유월이냐 구월이냐는 부모님께 여쭤보고 정해요.",
        ),
        {
            R: ("부모님께 여쭤본 다음에 정한대요.", "유월과 구월 중에 아직 안 정했어요.", "날짜는 안 잡혔어요."),
            F: ("구월이요.", "부모님이 좋다고 하셔서 유월로 정했어요."),
            M: ("결혼식 얘기는 모르겠어요.",),
        },
    ),
    (
        probe("absent", "언급 없음", category="absent", question="새 소파 색깔이 뭐예요?"),
        {
            R: ("색깔은 안 나왔어요.", "색 얘기는 없었어요.", "소파 색은 알 길이 없네요.", "말씀하신 적이 없는데요."),
            F: ("초록색이요.", "남색인 것 같아요."),
        },
    ),
]
