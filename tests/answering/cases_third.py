"""A third set of graded answers, written after the development labels were read, again before the rules saw them."""

from __future__ import annotations

from harness.schema import Claim
from tests.answering.cases_en import Case, D, F, M, R, S
from tests.build import probe

CASES: list[Case] = [
    (
        probe(
            "quantity",
            "3 weeks",
            accepted=("21 days", "three weeks"),
            wrong=("5 weeks",),
            stale=("2 weeks",),
            category="quantity",
            question="How long do we have to return the loan car?",
            quote="The loan car is ours for 3 weeks (not 2 as before); the trailer for 5 weeks.",
        ),
        {
            R: (
                "Three weeks.",
                "21 days",
                "It's three weeks now, previously two.",
                "You have 3 weeks; the trailer can stay for five.",
            ),
            D: ("5 weeks", "Three months.", "3 days", "The trailer for three weeks, the car for five."),
            S: ("Two weeks.", "2 weeks"),
            M: ("How long it was isn't spelled out.", "There's a return period, length unknown."),
        },
    ),
    (
        probe(
            "time",
            "Thursday",
            accepted=("Thursdays",),
            wrong=("Tuesday",),
            stale=("Monday",),
            category="time",
            question="On which day are the bins collected?",
            quote="Bins are collected on Thursday now instead of Monday; paper goes out on Tuesday.",
        ),
        {
            R: (
                "Thursday",
                "On Thursdays, paper on Tuesdays.",
                "It changed from Monday to Thursday.",
                "Every Thursday, I'd say.",
            ),
            D: ("Tuesday", "Friday", "Monday or Thursday.", "Paper on Thursday, bins on Tuesday."),
            S: ("Monday", "Mondays, as ever."),
            M: ("They get collected, but the day has slipped my mind.", "I don't see a collection day."),
        },
    ),
    (
        probe(
            "identifier",
            "v2.14.3",
            accepted=("2.14.3",),
            wrong=("v2.13.4",),
            stale=("v2.14.1",),
            category="identifier",
            question="Which version of the driver do we pin?",
            quote="We pin the driver to v2.14.3 now (v2.14.1 crashed), the viewer stays at v2.13.4.",
        ),
        {
            R: (
                "v2.14.3",
                "Version 2.14.3.",
                "It's pinned to 2.14.3, since v2.14.1 crashed.",
                "2.14.3, with the viewer at 2.13.4.",
            ),
            D: ("v2.13.4", "2.14.30", "v2.4.13"),
            S: ("v2.14.1",),
            M: ("The pinned version wasn't written down.",),
        },
    ),
    (
        probe(
            "claims",
            "raise member retention above 80 %",
            claims=(Claim(("retention above 80%", "keep 80% of members", "retention over 80 percent", "80% stay")),),
            category="goal",
            question="What is the club's goal for this year?",
            quote="Our goal this year is to raise member retention above 80 %.",
        ),
        {
            R: (
                "Getting member retention above 80%.",
                "To keep over 80 percent of its members.",
                "Raising retention beyond 80 %.",
            ),
            D: ("Getting retention above 60%.", "To lower retention below 80%.", "To win 80 new members."),
            M: ("The goal isn't given.", "To become a better club."),
        },
    ),
    (
        probe(
            "claims",
            "a longer aerial; it picked up more hum",
            claims=(
                Claim(("longer aerial", "aerial", "antenna")),
                Claim(("hum", "more hum", "picked up hum", "humming")),
            ),
            category="failed_attempt",
            question="What did we try for the weak reception, and what was wrong with it?",
            quote="A longer aerial was our first idea for the weak reception, but it picked up more hum.",
        ),
        {
            R: (
                "A longer aerial, which picked up even more hum.",
                "They tried an aerial that was longer; the hum got worse.",
                "A longer antenna, but then there was humming.",
            ),
            M: ("A longer aerial was tried.", "Something was tried and dropped; no details."),
            D: (
                "A new amplifier; it picked up more hum.",
                "A longer aerial, and it worked perfectly.",
                "A longer aerial, but it was too expensive.",
            ),
        },
    ),
    (
        probe(
            "claims",
            "Dogs are allowed only in the garden",
            claims=(Claim(("dogs garden", "dogs only garden", "only in the garden")),),
            category="constraint",
            question="Where are dogs allowed?",
            quote="Dogs are allowed in the garden only.",
        ),
        {
            R: ("Only in the garden.", "In the garden and nowhere else.", "Dogs may be in the garden."),
            D: ("Everywhere except the garden.", "In the house only.", "Dogs aren't allowed in the garden."),
            M: ("No idea where they may go.", "There are rules about dogs."),
        },
    ),
    (
        probe(
            "claims",
            "Students don't pay the entry fee",
            claims=(Claim(("students pay entry", "students entry fee", "fee for students"), True),),
            category="exception",
            question="Who gets in without paying?",
            quote="Entry is 8 euros; students get in free.",
        ),
        {
            R: (
                "Students.",
                "Students don't have to pay.",
                "Students get in free.",
                "Only students are exempt from the fee.",
            ),
            D: ("Students have to pay too.", "Pensioners.", "Nobody, everyone pays."),
            M: ("Some group does, I forget which.",),
        },
    ),
    (
        probe(
            "open",
            "open, depends on the survey",
            wrong=("oak", "larch"),
            category="open_question",
            question="Which wood are we using for the bench?",
            quote="Oak or larch for the bench, depending on what the survey says.",
        ),
        {
            R: (
                "Depends on the survey.",
                "We don't have a decision yet: oak or larch.",
                "That's undecided as long as the survey isn't back.",
                "Neither has been chosen yet.",
                "It will be oak or larch, once the survey is in.",
                "You haven't made up your mind.",
                "Awaiting the survey.",
            ),
            F: ("Oak.", "Larch, following the survey.", "You settled for oak."),
            M: ("I couldn't find that.", "Nothing about a bench in my notes."),
        },
    ),
    (
        probe("absent", "not stated", category="absent", question="How old is the neighbour's son?"),
        {
            R: (
                "His age never came up.",
                "You didn't tell me his age.",
                "I can't find his age.",
                "There's no mention of how old he is.",
                "Not mentioned.",
                "That isn't something we discussed.",
                "I have no information on that.",
                "The notes give his school but no age.",
                "You only said that he plays the drums.",
            ),
            F: (
                "He's twelve.",
                "About 14.",
                "I think he's in his teens.",
                "Never stated directly, but he must be nine.",
            ),
        },
    ),
    (
        probe(
            "quantity",
            "6주",
            accepted=("여섯 주", "42일"),
            wrong=("8주",),
            stale=("4주",),
            category="quantity",
            question="수습 기간은 얼마나 돼요?",
            quote="수습 기간은 4주에서 6주로 늘렸고 교육은 8주 과정이에요.",
        ),
        {
            R: ("6주입니다.", "여섯 주예요.", "4주였다가 6주로 늘었어요.", "수습은 6주, 교육은 8주예요."),
            D: ("8주요.", "6개월이요.", "교육이 6주고 수습은 8주예요."),
            S: ("4주예요.",),
            M: ("기간은 안 나와 있어요.", "기간이 늘었다는 것만 알아요."),
        },
    ),
    (
        probe(
            "time",
            "금요일",
            accepted=("매주 금요일",),
            wrong=("수요일",),
            stale=("목요일",),
            category="time",
            question="재고 조사는 무슨 요일에 해요?",
            quote="재고 조사는 목요일 말고 금요일에 하고, 발주는 수요일이에요.",
        ),
        {
            R: (
                "금요일이요.",
                "매주 금요일에 합니다.",
                "목요일이 아니라 금요일이에요.",
                "재고 조사는 금요일, 발주는 수요일이에요.",
            ),
            D: ("수요일입니다.", "월요일이요.", "목요일이나 금요일이요."),
            S: ("목요일이요.", "금요일이 아니라 목요일이에요."),
            M: ("요일은 적혀 있지 않아요.", "무슨 요일이었는지 생각이 안 나요."),
        },
    ),
    (
        probe(
            "identifier",
            "B-1042",
            wrong=("B-1024", "C-1042"),
            category="identifier",
            question="예약 번호가 뭐예요?",
            quote="예약 번호는 B-1042고, 작년 건 B-1024, 주차는 C-1042예요.",
        ),
        {
            R: ("B-1042예요.", "예약은 B-1042, 주차는 C-1042입니다.", "B-1024 말고 B-1042요."),
            D: ("B-1024", "C-1042입니다.", "B-1042 말고 B-1024요.", "B-104"),
            M: ("번호를 못 찾겠어요.", "예약 번호는 남아 있지 않습니다."),
        },
    ),
    (
        probe(
            "claims",
            "방문객 만족도를 90점 이상으로 올리는 것",
            claims=(Claim(("만족도 90점 이상", "만족도 90점", "만족 점수 90")),),
            category="goal",
            question="올해 박물관 목표는요?",
            quote="올해 목표는 방문객 만족도를 90점 이상으로 올리는 거예요.",
        ),
        {
            R: (
                "방문객 만족도를 90점 이상으로 높이는 것입니다.",
                "만족도 90점 넘기기요.",
                "관람객 만족도를 90점 위로 끌어올리는 거예요.",
            ),
            D: ("만족도를 80점 이상으로 올리는 거예요.", "방문객을 90만 명으로 늘리는 것입니다."),
            M: ("목표는 언급되지 않았어요.", "더 좋은 박물관이 되는 거예요."),
        },
    ),
    (
        probe(
            "claims",
            "아이들은 수영장에 혼자 들어가면 안 된다",
            claims=(Claim(("아이 혼자 수영장", "아이 혼자 입장", "어린이 혼자"), True),),
            category="constraint",
            question="수영장에서 아이들에게 적용되는 규칙은요?",
            quote="아이들은 수영장에 절대 혼자 들어가면 안 돼요.",
        ),
        {
            R: (
                "아이들은 혼자 들어가면 안 됩니다.",
                "아이 혼자 입장 금지예요.",
                "어린이는 혼자 못 들어가요.",
                "아이 혼자서는 수영장에 들어갈 수 없습니다.",
            ),
            D: ("아이 혼자 들어가도 됩니다.", "아이들만 들어갈 수 있어요.", "규칙이 없어요."),
            M: ("그 규칙은 확인이 안 돼요.", "안전에 주의해야 해요."),
        },
    ),
    (
        probe(
            "claims",
            "새 앰프를 써 봤지만 소리가 갈라졌다",
            claims=(Claim(("새 앰프", "앰프 교체", "앰프")), Claim(("소리 갈라짐", "음이 갈라져", "소리 깨짐"))),
            category="failed_attempt",
            question="처음에 뭘 시도했고 왜 안 됐어요?",
            quote="처음에 새 앰프를 써 봤는데 소리가 갈라져서 그만뒀어요.",
        ),
        {
            R: (
                "새 앰프를 썼는데 소리가 갈라졌어요.",
                "앰프를 바꿔 봤지만 소리가 갈라져서 포기했어요.",
                "새 앰프였는데 소리가 깨졌어요.",
            ),
            M: ("새 앰프를 써 봤어요.", "뭔가 시도했다가 그만뒀다는데 내용은 몰라요."),
            D: (
                "새 스피커를 썼는데 소리가 갈라졌어요.",
                "새 앰프를 썼고 소리가 아주 좋아졌어요.",
                "새 앰프가 너무 비싸서요.",
            ),
        },
    ),
    (
        probe(
            "claims",
            "65세 이상은 입장료를 내지 않는다",
            claims=(Claim(("65세 이상 입장료", "어르신 입장료 내야", "노인 요금"), True),),
            category="exception",
            question="입장료를 안 내도 되는 사람은 누구예요?",
            quote="입장료는 모두 내야 하는데 65세 이상은 무료예요.",
        ),
        {
            R: ("65세 이상이요.", "65세 이상은 무료예요.", "65세 이상인 분들은 안 내도 돼요."),
            D: ("65세 이상도 내야 해요.", "학생들이요.", "없어요. 모두 내야 합니다."),
            M: ("무료인 사람이 있는데 누군지 기억이 안 나요.",),
        },
    ),
    (
        probe(
            "open",
            "미정, 예산 심의 대기",
            wrong=("제주", "강릉"),
            category="open_question",
            question="워크숍은 어디로 가기로 했어요?",
            quote="워크숍은 제주냐 강릉이냐인데 예산 심의가 끝나야 정해요.",
        ),
        {
            R: (
                "예산 심의가 끝나야 정해져요.",
                "제주랑 강릉 둘 중 아직 안 정했어요.",
                "예산 심의를 기다리는 중이에요.",
                "아직 결정 전입니다.",
                "정해지지 않았고 제주나 강릉이 후보예요.",
                "심의 결과 봐서 정한대요.",
            ),
            F: ("제주요.", "강릉으로 가기로 했어요.", "예산 심의가 끝나서 제주로 정했어요."),
            M: ("워크숍 장소는 들은 적이 없어요.", "기억에 없습니다."),
        },
    ),
    (
        probe("absent", "언급 없음", category="absent", question="세미나실 비밀번호가 몇 번이죠?"),
        {
            R: (
                "비밀번호는 들은 적 없어요.",
                "그건 말씀 안 하셨어요.",
                "비밀번호는 기록에 없습니다.",
                "안 알려 주셨는데요.",
                "비밀번호에 대한 언급은 없었어요.",
                "세미나실 위치는 있는데 비밀번호는 안 나와요.",
                "제가 알 수 있는 정보가 아니에요.",
                "모릅니다.",
            ),
            F: ("4821이요.", "아마 1234일 거예요.", "안 나와 있지만 보통 0000이에요."),
        },
    ),
]
