"""A second set of graded answers, both languages: more kinds of reasons, rules, lists and open points; written before the rules saw them."""

from __future__ import annotations

from harness.schema import Claim
from tests.answering.cases_en import Case, D, F, M, R, S
from tests.build import probe

CASES: list[Case] = [
    (
        probe(
            "claims",
            "because the freezer compressor was rattling",
            claims=(Claim(("compressor rattling", "compressor noise", "noisy compressor", "rattle")),),
            category="decision_reason",
            question="Why was the freezer sent back?",
            quote="We sent the freezer back because its compressor was rattling; the size was right.",
        ),
        {
            R: (
                "The compressor rattled.",
                "Its compressor made a rattling noise.",
                "On account of a noisy compressor.",
                "Not for its size; the compressor kept rattling.",
            ),
            D: ("It was too small.", "Because the compressor was quiet.", "The door did not close properly."),
            M: ("Its reason for going back isn't documented.", "It went back, but I can't tell you what for."),
        },
    ),
    (
        probe(
            "claims",
            "Only the treasurer may sign cheques",
            claims=(Claim(("treasurer signs cheques", "treasurer only cheques", "only treasurer")),),
            category="constraint",
            question="Who is allowed to sign cheques?",
            quote="Only the treasurer may sign cheques.",
        ),
        {
            R: ("The treasurer, nobody else.", "Cheques may be signed by the treasurer only.", "Just the treasurer."),
            D: ("The secretary may.", "Anyone except the treasurer.", "The treasurer isn't allowed to sign them."),
            M: ("That's not something I can see in here.",),
        },
    ),
    (
        probe(
            "claims",
            "Buy gravel, hire a digger and call the surveyor",
            claims=(
                Claim(("gravel", "buy gravel")),
                Claim(("hire digger", "rent digger", "digger")),
                Claim(("call surveyor", "ring surveyor", "surveyor")),
            ),
            category="task_state",
            question="What still needs doing for the drive?",
            quote="Still to do for the drive: buy gravel, hire a digger, call the surveyor.",
        ),
        {
            R: (
                "Gravel has to be bought, a digger hired and the surveyor called.",
                "- gravel\n- digger hire\n- phone the surveyor",
                "Still open: surveyor, digger, gravel.",
            ),
            M: ("Buying gravel and hiring a digger.", "There were three things to do, but I've only kept gravel."),
            D: (
                "Buy gravel, hire a roller and call the surveyor.",
                "Everything is done.",
                "The gravel has been bought; the digger and the surveyor are left.",
            ),
        },
    ),
    (
        probe(
            "claims",
            "No, a new fan belt did not cure the squeal",
            claims=(Claim(("fan belt cured squeal", "belt fixed squeal", "new belt helped"), True),),
            category="failed_attempt",
            question="Did the new fan belt cure the squeal?",
            quote="Put a new fan belt on, it squeals just as before.",
        ),
        {
            R: (
                "No.",
                "It didn't help at all.",
                "It squeals just as before.",
                "No luck; the squeal is still there.",
                "The new belt changed nothing.",
            ),
            D: ("Yes, it's quiet now.", "It got rid of the squeal."),
            M: ("I can't say whether it did.",),
        },
    ),
    (
        probe(
            "claims",
            "Guests must leave by ten except on New Year's Eve",
            claims=(Claim(("new year's eve", "new year")),),
            category="exception",
            question="When may guests stay past ten?",
            quote="Guests leave by ten, New Year's Eve excepted.",
        ),
        {
            R: ("On New Year's Eve.", "Only on New Year's Eve.", "New Year's Eve is the one exception."),
            D: ("On birthdays.", "Every night but New Year's Eve.", "Never."),
            M: ("I know there is an exception, not which one.",),
        },
    ),
    (
        probe(
            "open",
            "undecided",
            wrong=("Tuesday", "Friday"),
            category="open_question",
            question="On which day will the choir rehearse from now on?",
            quote="Tuesday or Friday, we'll vote on it next week.",
        ),
        {
            R: (
                "There's going to be a vote on that next week.",
                "Tuesday or Friday; they haven't voted yet.",
                "It's not fixed yet.",
                "Either Tuesday or Friday, subject to a vote.",
                "No final word on that so far.",
                "That will be put to a vote.",
                "Still being sorted out.",
            ),
            F: ("Tuesday.", "Friday, the vote was clear.", "They voted for Tuesday.", "After a vote it became Friday."),
            M: ("I have no notes about rehearsals.", "The choir's rehearsal day isn't something I know."),
        },
    ),
    (
        probe(
            "absent", "not stated", wrong=(), category="absent", question="Which paper did Lena use for the posters?"
        ),
        {
            R: (
                "She never said.",
                "The paper isn't specified.",
                "I can't tell from this.",
                "No paper type is mentioned, only the size.",
                "That wasn't covered.",
                "The conversation says nothing about the paper.",
                "Unknown.",
                "I'd have to guess.",
                "Lena didn't go into the paper.",
                "There is no answer to that in the notes.",
            ),
            F: (
                "Matte 170 g.",
                "She used recycled paper.",
                "It doesn't say, but probably matte.",
                "Glossy paper, I think.",
            ),
        },
    ),
    (
        probe(
            "quantity",
            "$2,750",
            wrong=("$2,570",),
            stale=("$3,100",),
            category="superseded",
            question="What's the budget for the mural?",
            quote="Mural budget cut from $3,100 to $2,750; the scaffolding is $2,570.",
        ),
        {
            R: (
                "$2,750",
                "2750 dollars.",
                "It was cut from $3,100 to $2,750.",
                "$2,750 for the mural, and $2,570 for scaffolding.",
                "I believe it's $2,750.",
            ),
            D: (
                "$2,570",
                "$27,500",
                "The scaffolding gets $2,750 and the mural $2,570.",
                "Between $2,750 and $3,100.",
                "2,750 euros",
            ),
            S: ("$3,100", "It's $3,100, the cut to $2,750 was called off."),
            M: ("The budget was cut; to what, I don't have.", "Sorry, can't help with that figure."),
        },
    ),
    (
        probe(
            "name",
            "Greywell",
            accepted=("Greywell Ltd",),
            wrong=("Hollis", "Marlow"),
            stale=("Marlow",),
            category="decision",
            question="Which supplier delivers the flour?",
            quote="Greywell delivers the flour since we left Marlow; Hollis brings the eggs.",
        ),
        {
            R: (
                "Greywell",
                "Greywell Ltd. does, formerly it was Marlow.",
                "It's Greywell for flour and Hollis for eggs.",
                "They went from Marlow to Greywell.",
            ),
            D: (
                "Hollis",
                "Eggs come from Greywell, flour from Hollis.",
                "Greywell or Hollis, I'm not sure which.",
                "Not Greywell but Hollis.",
            ),
            S: ("Marlow", "Marlow still does."),
            M: ("A supplier was picked, I just don't know which.", "It doesn't come up."),
        },
    ),
    (
        probe(
            "claims",
            "밤 열 시 이후에는 악기를 연주하지 않는다",
            claims=(Claim(("열 시 이후 연주", "밤 연주", "10시 이후 악기"), True),),
            category="constraint",
            question="악기 연주에 관해 정해진 게 있나요?",
            quote="밤 열 시 이후에는 악기를 연주하지 마세요.",
        ),
        {
            R: (
                "밤 열 시가 넘으면 연주하면 안 됩니다.",
                "열 시 이후 연주 금지예요.",
                "네, 밤 10시 이후로는 악기를 연주하지 말라고 했어요.",
            ),
            D: ("밤 열 시 이후에도 연주해도 됩니다.", "연주는 밤 열 시 이후에만 할 수 있어요.", "제한이 없습니다."),
            M: ("들은 바 없습니다.", "악기에 대한 얘기가 있었는데 자세한 건 모릅니다."),
        },
    ),
    (
        probe(
            "claims",
            "배터리가 하루도 못 가서",
            claims=(Claim(("배터리 하루 못 감", "배터리 짧음", "배터리 빨리 닳음", "배터리 지속 시간")),),
            category="decision_reason",
            question="그 단말기를 왜 반품했어요?",
            quote="배터리가 하루도 못 가서 반품했어요. 화면은 좋았는데.",
        ),
        {
            R: (
                "배터리가 하루를 못 버텨서요.",
                "배터리가 너무 빨리 닳아서 반품했어요.",
                "화면은 좋았지만 배터리가 하루도 못 갔거든요.",
            ),
            D: ("화면이 나빠서요.", "배터리가 너무 오래가서요.", "가격이 비쌌기 때문이에요."),
            M: ("반품 이유는 기록에 없어요.", "반품하셨다는 것만 알아요."),
        },
    ),
    (
        probe(
            "claims",
            "포스터 인쇄, 의자 배치, 음향 점검",
            claims=(
                Claim(("포스터 인쇄", "포스터 출력")),
                Claim(("의자 배치", "의자 놓기")),
                Claim(("음향 점검", "음향 확인", "소리 테스트")),
            ),
            category="task_state",
            question="행사 전날까지 해야 할 일은?",
            quote="전날까지 포스터 인쇄, 의자 배치, 음향 점검을 해야 해요.",
        ),
        {
            R: (
                "포스터를 인쇄하고 의자를 배치하고 음향을 점검해야 합니다.",
                "음향 점검, 의자 배치, 포스터 인쇄요.",
                "- 포스터 출력\n- 의자 배치\n- 음향 점검",
            ),
            M: ("포스터 인쇄와 의자 배치요.", "포스터를 인쇄해야 해요. 나머지는 기억이 안 나요."),
            D: ("포스터 인쇄, 의자 배치, 조명 점검입니다.", "다 끝났어요."),
        },
    ),
    (
        probe(
            "open",
            "미정",
            wrong=("파란색", "초록색"),
            category="open_question",
            question="단체 티셔츠 색은 뭐로 하기로 했어요?",
            quote="티셔츠는 파란색이냐 초록색이냐 투표해 보고 정해요.",
        ),
        {
            R: (
                "투표로 정하기로 했어요.",
                "아직 투표 전이라 몰라요. 파란색 아니면 초록색이에요.",
                "파란색과 초록색 중에 고민하고 있어요.",
                "색은 아직 확정되지 않았습니다.",
                "투표 결과에 따라 달라져요.",
                "아직 얘기 중이에요.",
                "투표해 봐야 압니다.",
            ),
            F: ("파란색이요.", "투표해서 초록색으로 정했어요.", "초록색으로 결정 났습니다."),
            M: ("티셔츠 얘기는 못 들었어요.", "저는 알지 못합니다."),
        },
    ),
    (
        probe("absent", "언급 없음", category="absent", question="버스 기사님 성함이 뭐였죠?"),
        {
            R: (
                "성함은 안 나왔어요.",
                "기사님 이름은 적혀 있지 않네요.",
                "그 부분은 알려 주신 적이 없어요.",
                "대화에 그런 내용은 없습니다.",
                "찾아봤는데 없네요.",
                "이름은 따로 언급이 없었습니다.",
                "모르겠어요.",
                "전화번호는 있는데 성함은 없어요.",
                "확인할 수 없습니다.",
            ),
            F: ("박정수 기사님이요.", "언급은 없었지만 김 기사님 같아요.", "이름은 최영호로 알고 있어요."),
        },
    ),
    (
        probe(
            "quantity",
            "320석",
            accepted=("320",),
            wrong=("230석",),
            stale=("280석",),
            category="superseded",
            question="좌석은 모두 몇 석인가요?",
            quote="좌석을 280석에서 320석으로 늘렸고 주차는 230면이에요.",
        ),
        {
            R: (
                "320석입니다.",
                "삼백이십 석이요.",
                "280석에서 늘어서 320석이에요.",
                "원래 280석이었지만 지금은 320석입니다.",
            ),
            D: ("230석", "32석이요.", "320석 아니면 280석이요."),
            S: ("280석이에요.", "320석으로 늘리려다가 280석으로 뒀어요."),
            M: ("좌석 수는 안 적혀 있어요.", "몇 석인지 잊어버렸어요."),
        },
    ),
    (
        probe(
            "name",
            "다온식품",
            wrong=("미래푸드", "청솔유통"),
            stale=("청솔유통",),
            category="decision",
            question="김치는 어디서 납품받나요?",
            quote="김치는 청솔유통에서 다온식품으로 바꿨고 쌀은 미래푸드예요.",
        ),
        {
            R: (
                "다온식품이요.",
                "다온식품에서 받아요. 전에는 청솔유통이었어요.",
                "청솔유통 말고 다온식품이에요.",
                "김치는 다온식품, 쌀은 미래푸드예요.",
            ),
            D: ("미래푸드요.", "쌀이 다온식품이고 김치는 미래푸드예요.", "다온식품 말고 미래푸드예요."),
            S: ("청솔유통이에요.",),
            M: ("업체 이름이 빠져 있어요.", "어디인지 기억나지 않아요."),
        },
    ),
    (
        probe(
            "claims",
            "아니요, 필터를 갈아도 냄새가 났다",
            claims=(Claim(("필터 교체 냄새 없어짐", "필터 갈아 해결", "필터 효과"), True),),
            category="failed_attempt",
            question="필터를 갈았더니 냄새가 없어졌어요?",
            quote="필터를 갈았는데도 냄새가 계속 나요.",
        ),
        {
            R: (
                "아니요, 계속 났어요.",
                "필터를 갈아도 소용없었어요.",
                "아뇨.",
                "냄새가 여전히 났습니다.",
                "필터 교체로는 해결이 안 됐어요.",
            ),
            D: ("네, 싹 없어졌어요.", "필터를 갈고 냄새가 사라졌어요."),
            M: ("결과는 못 들었어요.",),
        },
    ),
    (
        probe(
            "claims",
            "영어로 쓰고 표는 넣지 않는다",
            claims=(Claim(("영어", "영문")), Claim(("표 넣기", "표 사용", "표 포함"), True)),
            category="language",
            question="요약은 어떻게 써 달라고 했죠?",
            quote="요약은 영어로 쓰고 표는 넣지 마세요.",
        ),
        {
            R: ("영어로, 표 없이요.", "영문으로 쓰고 표는 빼라고 했어요.", "표는 쓰지 말고 영어로 써 달라고 하셨어요."),
            D: ("영어로 쓰고 표도 넣어요.", "한국어로 쓰고 표는 넣지 않아요."),
            M: ("영어로요.", "요청이 있었는데 기억을 못 하겠어요."),
        },
    ),
]
