"""A fourth set of graded answers: everyday wordings of the same kinds, written before the rules saw them."""

from __future__ import annotations

from harness.schema import Claim
from tests.answering.cases_en import Case, D, F, M, R, S
from tests.build import probe

CASES: list[Case] = [
    (
        probe(
            "claims",
            "because the owner wanted a ten-year lease",
            claims=(Claim(("ten-year lease", "ten year lease", "10-year lease", "lease of ten years")),),
            category="decision_reason",
            question="Why did we not take the corner shop?",
            quote="We let the corner shop go because the owner wanted a ten-year lease; the rent was fine.",
        ),
        {
            R: (
                "The owner insisted on a lease of ten years.",
                "They'd have had to sign a 10-year lease.",
                "Rent was okay, but the owner wanted a ten-year lease.",
            ),
            D: (
                "The rent was too high.",
                "The owner only offered a two-year lease.",
                "Because the lease wasn't long enough.",
            ),
            M: (
                "Why not? That isn't recorded.",
                "I remember that you passed on it but not the grounds.",
                "It just wasn't the right place.",
            ),
        },
    ),
    (
        probe(
            "claims",
            "Never give the parrot avocado",
            claims=(Claim(("give parrot avocado", "feed avocado", "avocado"), True),),
            category="constraint",
            question="What must the parrot not eat?",
            quote="Never give the parrot avocado, it's poison to it.",
        ),
        {
            R: (
                "Avocado.",
                "It must not have avocado.",
                "No avocado, it's poisonous for parrots.",
                "Avocados are forbidden.",
            ),
            D: ("Nuts.", "It may eat anything, avocado included.", "Give it avocado every day."),
            M: ("I couldn't say what it can't eat.", "There is one food it mustn't have; I've forgotten which."),
        },
    ),
    (
        probe(
            "claims",
            "The fence is painted, the gate is not",
            claims=(
                Claim(("fence painted", "fence done", "fence finished")),
                Claim(("gate painted", "gate done", "gate finished"), True),
            ),
            category="task_state",
            question="How far along is the painting?",
            quote="The fence is painted; the gate still has to be.",
        ),
        {
            R: (
                "The fence is done, the gate isn't.",
                "Fence painted, gate still to do.",
                "They finished the fence; the gate is outstanding.",
            ),
            D: (
                "Both the fence and the gate are done.",
                "The gate is painted, the fence isn't.",
                "Neither has been painted.",
            ),
            M: ("The fence is painted.", "The painting is under way, I don't know how far."),
        },
    ),
    (
        probe(
            "claims",
            "No, the moisture trap changed nothing",
            claims=(
                Claim(
                    ("moisture trap helped", "trap worked", "trap fixed condensation", "trap reduced condensation"),
                    True,
                ),
            ),
            category="failed_attempt",
            question="Did the moisture trap get rid of the condensation?",
            quote="The moisture trap has been up for a month, the windows are as wet as ever.",
        ),
        {
            R: (
                "It did not.",
                "No, the windows are as wet as ever.",
                "The trap didn't work.",
                "Sadly not, nothing changed.",
                "The condensation is still there.",
            ),
            D: ("It did.", "Yes, the windows stay dry now.", "The trap worked well."),
            M: ("There's no word on how it went.", "A moisture trap was put up."),
        },
    ),
    (
        probe(
            "claims",
            "reply in Spanish and keep it under 100 words",
            claims=(
                Claim(("Spanish",)),
                Claim(("under 100 words", "100 words", "fewer than 100 words", "at most 100 words")),
            ),
            category="language",
            question="How should replies to the club be written?",
            quote="Replies to the club: in Spanish and under 100 words, please.",
        ),
        {
            R: (
                "In Spanish, and shorter than 100 words.",
                "Spanish, 100 words at most.",
                "Fewer than a hundred words, in Spanish.",
                "In Spanish and under 100 words.",
            ),
            D: ("In Spanish and under 200 words.", "In Portuguese, under 100 words."),
            M: ("In Spanish.", "There's a preference, but I can't recall it."),
        },
    ),
    (
        probe(
            "name",
            "Baxter",
            accepted=("Judge Baxter",),
            wrong=("Coleman", "Ruiz"),
            stale=("Coleman",),
            category="superseded",
            question="Which judge hears the appeal?",
            quote="Baxter hears the appeal now that Coleman has retired; Ruiz keeps the tax case.",
        ),
        {
            R: (
                "Judge Baxter.",
                "Baxter, after Coleman retired.",
                "Baxter took over from Coleman.",
                "It was going to be Coleman, but now Baxter hears it.",
            ),
            D: ("Ruiz.", "Baxter has the tax case and Ruiz the appeal.", "Either Baxter or Coleman."),
            S: ("Coleman.", "Judge Coleman does."),
            M: ("The judge isn't identified.", "That escapes me, sorry."),
        },
    ),
    (
        probe(
            "time",
            "9:30",
            accepted=("half past nine", "09:30"),
            wrong=("10:30",),
            stale=("8:30",),
            category="superseded",
            question="When does the market open on Saturdays?",
            quote="On Saturdays the market opens at 9:30 from now on instead of 8:30; the café opens at 10:30.",
        ),
        {
            R: (
                "At half past nine.",
                "9:30 a.m.",
                "9.30 in the morning.",
                "It opens at 9:30, an hour later than before.",
            ),
            D: (
                "10:30",
                "9:30 pm",
                "At quarter past nine.",
                "8:30 or 9:30.",
                "The café opens at 9:30 and the market at 10:30.",
            ),
            S: ("8:30", "Half past eight.", "At 8:30, they kept it."),
            M: ("The opening time is missing from the notes.", "I have no time for that."),
        },
    ),
    (
        probe(
            "open",
            "not yet decided",
            wrong=("brass", "steel"),
            category="open_question",
            question="What will the door handles be made of?",
            quote="Brass or steel handles: Nora is getting samples, then we choose.",
        ),
        {
            R: (
                "It's open; Nora is getting samples first.",
                "Nora is still collecting samples.",
                "Undecided between brass and steel.",
                "You haven't chosen between brass and steel.",
                "We'll choose after seeing the samples.",
                "Could be brass, could be steel - nobody has decided.",
            ),
            F: ("Steel.", "Brass, Nora liked the sample.", "You chose steel in the end."),
            M: ("I don't have anything on door handles.",),
        },
    ),
    (
        probe("absent", "not stated", category="absent", question="Who won the raffle?"),
        {
            R: (
                "The winner isn't named.",
                "We don't know who won.",
                "It doesn't say who won.",
                "No winner was mentioned.",
                "I don't think that came up.",
                "That information is not available.",
                "Can't find a winner anywhere.",
                "You never told me who won.",
            ),
            F: (
                "Mrs Patel did.",
                "It was probably Jim.",
                "Team Blue won the raffle.",
                "No one said so, but it was surely Ellen.",
            ),
        },
    ),
    (
        probe(
            "claims",
            "주인이 십 년 계약을 원해서",
            claims=(Claim(("10년 계약", "십 년 계약", "장기 계약")),),
            category="decision_reason",
            question="그 가게를 왜 포기했어요?",
            quote="주인이 10년 계약을 원해서 포기했어요. 월세는 괜찮았는데.",
        ),
        {
            R: (
                "주인이 10년 계약을 요구해서요.",
                "월세가 아니라 10년 계약이 문제였어요.",
                "장기 계약을 하자고 해서 포기했습니다.",
            ),
            D: ("월세가 비싸서요.", "주인이 2년 계약만 해 준다고 해서요.", "자리가 나빠서 포기했어요."),
            M: ("포기한 이유는 남아 있지 않아요.", "왜 포기했는지 저는 몰라요."),
        },
    ),
    (
        probe(
            "claims",
            "강아지에게 초콜릿을 주지 않는다",
            claims=(Claim(("강아지 초콜릿 주기", "초콜릿 먹이기", "초콜릿"), True),),
            category="constraint",
            question="강아지에게 주면 안 되는 게 뭐예요?",
            quote="강아지에게 초콜릿은 절대 주지 마세요.",
        ),
        {
            R: ("초콜릿이요.", "초콜릿을 주면 안 돼요.", "초콜릿은 금지예요.", "초콜릿은 절대 먹이지 말라고 하셨어요."),
            D: ("우유요.", "초콜릿은 줘도 돼요.", "매일 초콜릿을 주세요."),
            M: ("뭔가 있었는데 잊어버렸어요.", "주의할 음식이 있다는 얘기만 들었어요."),
        },
    ),
    (
        probe(
            "claims",
            "울타리는 칠했고 대문은 아직",
            claims=(Claim(("울타리 칠", "울타리 완료", "울타리 끝")), Claim(("대문 칠", "대문 완료", "대문 끝"), True)),
            category="task_state",
            question="페인트칠은 어디까지 됐어요?",
            quote="울타리는 다 칠했고 대문은 아직이에요.",
        ),
        {
            R: (
                "울타리는 끝났고 대문은 아직 안 칠했어요.",
                "울타리만 칠했고 대문은 남았어요.",
                "울타리 완료, 대문 미완료.",
            ),
            D: ("울타리와 대문 모두 칠했어요.", "대문은 칠했고 울타리가 남았어요."),
            M: ("울타리는 칠했어요.", "어디까지 됐는지 모르겠어요."),
        },
    ),
    (
        probe(
            "claims",
            "아니요, 제습기를 틀어도 습기가 그대로였다",
            claims=(Claim(("제습기 효과", "제습기 습기 사라짐", "제습기로 해결"), True),),
            category="failed_attempt",
            question="제습기로 습기가 없어졌어요?",
            quote="제습기를 한 달 틀었는데 창문은 여전히 젖어 있어요.",
        ),
        {
            R: ("아니요, 그대로예요.", "제습기를 틀어도 소용없었어요.", "아뇨, 여전히 습해요.", "효과를 못 봤어요."),
            D: ("네, 없어졌어요.", "제습기 덕분에 습기가 사라졌어요."),
            M: ("결과가 안 적혀 있어요.", "제습기를 틀어 봤대요."),
        },
    ),
    (
        probe(
            "claims",
            "스페인어로, 100자 이내로",
            claims=(Claim(("스페인어",)), Claim(("100자 이내", "100자 이하", "백 자 안으로"))),
            category="language",
            question="동호회 답장은 어떻게 써요?",
            quote="동호회 답장은 스페인어로 100자 이내로 써 주세요.",
        ),
        {
            R: ("스페인어로 100자 이내로 씁니다.", "100자 안으로, 스페인어로요.", "스페인어, 100자 이하."),
            D: ("스페인어로 200자 이내로요.", "포르투갈어로 100자 이내로 써요."),
            M: ("스페인어로요.", "조건이 있었는데 지금은 알 수 없네요."),
        },
    ),
    (
        probe(
            "name",
            "한도윤",
            accepted=("한 판사",),
            wrong=("서지호", "문가람"),
            stale=("서지호",),
            category="superseded",
            question="항소심은 어느 판사가 맡아요?",
            quote="서지호 판사가 퇴임해서 항소심은 한도윤 판사가 맡고, 문가람 판사는 조세 사건이에요.",
        ),
        {
            R: (
                "한도윤 판사요.",
                "서지호 판사 후임으로 한도윤 판사가 맡아요.",
                "원래 서지호 판사였는데 한도윤 판사로 바뀌었어요.",
                "Han Do-yun",
            ),
            D: (
                "문가람 판사예요.",
                "한도윤 판사는 조세 사건이고 항소심은 문가람 판사예요.",
                "한도윤 판사 아니면 서지호 판사요.",
            ),
            S: ("서지호 판사요.",),
            M: ("판사 이름은 빠져 있네요.", "누가 맡는지 못 들었어요."),
        },
    ),
    (
        probe(
            "time",
            "9시 30분",
            accepted=("아홉 시 반", "09:30"),
            wrong=("10시 30분",),
            stale=("8시 30분",),
            category="superseded",
            question="토요일에 시장은 몇 시에 열어요?",
            quote="토요일 시장은 8시 30분에서 9시 30분으로 바뀌었고 카페는 10시 30분에 열어요.",
        ),
        {
            R: (
                "아홉 시 반이요.",
                "9시 30분에 엽니다.",
                "8시 30분이었는데 9시 30분으로 늦춰졌어요.",
                "오전 9시 반이에요.",
            ),
            D: (
                "10시 30분이요.",
                "밤 9시 30분이요.",
                "카페가 9시 30분, 시장은 10시 30분이에요.",
                "8시 30분이나 9시 30분이요.",
            ),
            S: ("8시 30분이요.", "8시 반 그대로예요."),
            M: ("여는 시간은 안 적혀 있네요.",),
        },
    ),
    (
        probe(
            "open",
            "미정",
            wrong=("황동", "강철"),
            category="open_question",
            question="문손잡이는 뭘로 하기로 했어요?",
            quote="손잡이는 황동이냐 강철이냐, 노라 씨가 샘플을 받아 오면 골라요.",
        ),
        {
            R: (
                "샘플을 보고 고르기로 했어요.",
                "아직 샘플을 기다리고 있어요.",
                "황동이랑 강철 중에 아직 못 골랐어요.",
                "노라 씨가 샘플을 가져오면 정할 거예요.",
                "정해진 게 없어요.",
            ),
            F: ("강철이요.", "샘플 보고 황동으로 골랐어요.", "강철로 하기로 했어요."),
            M: ("손잡이 이야기는 기억에 없어요.",),
        },
    ),
    (
        probe("absent", "언급 없음", category="absent", question="경품 추첨은 누가 당첨됐어요?"),
        {
            R: (
                "당첨자는 안 나왔어요.",
                "누가 됐는지 알 수 없어요.",
                "당첨자에 대한 말은 없었습니다.",
                "저한테는 그 내용이 없어요.",
                "당첨자는 안 적혀 있어요.",
                "추첨한다는 얘기만 있었어요.",
                "아무도 말하지 않았어요.",
            ),
            F: ("박 여사님이요.", "아마 재훈 씨일 거예요.", "말은 없었지만 청팀이 당첨됐을 거예요."),
        },
    ),
]
