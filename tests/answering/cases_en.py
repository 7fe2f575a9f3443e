"""Answers with the grade that a careful reader gives them, in English; written before any rule was fitted to them."""

from __future__ import annotations

from harness.schema import Claim, Probe
from tests.build import probe

R, M, D, S, F = "retained", "missing", "distorted", "stale", "fabricated"
Case = tuple[Probe, dict[str, tuple[str, ...]]]

CASES: list[Case] = [
    (
        probe(
            "time",
            "16:20",
            accepted=("4:20 pm",),
            wrong=("17:45",),
            stale=("15:00",),
            category="superseded",
            question="When does the shuttle leave for the airport?",
            quote="The shuttle leaves at 16:20 now, not 15:00 any more; boarding closes at 17:45.",
        ),
        {
            R: (
                "4.20 in the afternoon",
                "It departs at 16:20.",
                "20 past 4 in the afternoon, as opposed to three as first planned.",
                "Probably 16:20, going by the latest message.",
                "16:20, having been brought back from 15:00.",
            ),
            S: ("15:00", "Three o'clock in the afternoon.", "At 15:00; the idea of 16:20 was dropped."),
            D: (
                "17:45",
                "4:20 am",
                "16:20 is when boarding closes; the shuttle goes at 17:45.",
                "15:00 or 16:20, it's one of the two.",
            ),
            M: (
                "No idea when it leaves.",
                "I have nothing on the departure time.",
                "The shuttle is brought up, but without a departure time.",
                "That detail didn't make it into my notes.",
            ),
        },
    ),
    (
        probe(
            "quantity",
            "18 kg",
            accepted=("18 kilograms",),
            wrong=("80 kg", "8 kg"),
            stale=("23 kg",),
            category="quantity",
            question="How heavy may a checked bag be?",
            quote="Checked bags: 18 kg now, used to be 23 kg; cabin bags 8 kg; the sled weighs 80 kg.",
        ),
        {
            R: (
                "Eighteen kilos.",
                "Up to 18kg, and 8 kg for the cabin bag.",
                "18 kilograms instead of the old 23.",
                "18,000 g",
            ),
            D: ("8 kg", "18 lb", "No more than 81 kg.", "Cabin bags 18 kg, checked ones 8 kg."),
            S: ("23 kg", "Twenty-three kilos."),
            M: ("I wasn't given a weight limit.", "There's a limit for checked bags; how much, I can't reconstruct."),
        },
    ),
    (
        probe(
            "identifier",
            "feature/late-fees",
            wrong=("feature/fee-table", "release/late"),
            category="identifier",
            question="Which branch holds the late fee work?",
            quote="Late fees live on feature/late-fees, the table on feature/fee-table; release/late is frozen.",
        ),
        {
            R: (
                "feature/late-fees",
                "It's on the `feature/late-fees` branch.",
                "Not feature/fee-table but feature/late-fees.",
            ),
            D: (
                "feature/fee-table",
                "release/late, if memory serves.",
                "feature/late-fee2",
                "Not feature/late-fees but feature/fee-table.",
            ),
            M: (
                "I'm unable to name the branch.",
                "Whichever branch it was, it's not in the material I've got.",
                "Sorry, the branch name escapes me.",
            ),
        },
    ),
    (
        probe(
            "name",
            "Ingrid Solheim",
            accepted=("Ms Solheim",),
            wrong=("Ingrid Dahl", "Piet Vos"),
            stale=("Piet Vos",),
            category="decision",
            question="Who keeps the keys to the boathouse?",
            quote="Ingrid Solheim keeps the boathouse keys from now on, Piet Vos gave them up; Ingrid Dahl has the shed.",
        ),
        {
            R: (
                "Ingrid Solheim.",
                "Ms. Solheim does, since Piet Vos handed them over.",
                "Solheim, Ingrid",
                "It used to be Piet Vos; now it's Ingrid Solheim.",
            ),
            D: ("Ingrid Dahl", "Ingrid Dahl has them; Ingrid Solheim looks after the shed."),
            S: ("Piet Vos", "Still Piet Vos."),
            M: (
                "I don't have the name any longer.",
                "Someone in the club, no name given.",
                "The notes are silent about who has the keys.",
            ),
        },
    ),
    (
        probe(
            "open",
            "undecided, waiting for the architect",
            accepted=("undecided",),
            wrong=("slate", "zinc"),
            category="open_question",
            question="What will the roof be made of?",
            quote="Slate or zinc, the architect has yet to tell us.",
        ),
        {
            R: (
                "Not settled.",
                "It hinges on what the architect says.",
                "They are still weighing slate against zinc.",
                "No choice has been made between slate and zinc.",
                "We're waiting for the architect before choosing.",
                "The question remains open; both slate and zinc are possible.",
                "Nobody has made that call yet.",
            ),
            F: (
                "Zinc",
                "Slate, because the architect preferred it.",
                "At first it was open, then you went for zinc.",
                "It was decided to use slate.",
            ),
            M: ("I've no information on the roof.", "I don't recall any talk of a roof."),
        },
    ),
    (
        probe("absent", "not stated", category="absent", question="What is the caretaker's phone number?"),
        {
            R: (
                "It isn't in the conversation.",
                "I couldn't find a phone number.",
                "Nobody gave one.",
                "You haven't told me that.",
                "There's no phone number in what I can see; just an email address.",
                "The caretaker's number was not shared.",
                "I'm not aware of any number.",
                "We didn't talk about that.",
                "Nothing in here about it.",
            ),
            F: ("555-0182", "It's 0171 445 902.", "Not written down, but I believe it ends in 0182."),
        },
    ),
    (
        probe(
            "claims",
            "Volunteers may not drive the van",
            claims=(Claim(("volunteers drive van", "volunteer behind the wheel"), True),),
            category="constraint",
            question="Are there restrictions on who drives the van?",
            quote="Volunteers must not drive the van, the insurance excludes them.",
        ),
        {
            R: (
                "Volunteers aren't allowed to drive it.",
                "Yes. Driving the van is off limits for volunteers.",
                "No volunteer may drive it, for insurance reasons.",
                "It's forbidden for volunteers to get behind the wheel.",
                "Only staff can drive; volunteers can't.",
            ),
            D: (
                "Volunteers can drive it as well.",
                "Only volunteers may drive the van.",
                "There are no restrictions.",
                "Yes, volunteers must drive the van.",
            ),
            M: ("I can't find a rule about that.", "Please take care with the van."),
        },
    ),
    (
        probe(
            "claims",
            "because the vendor stopped patching it",
            claims=(
                Claim(
                    ("vendor stopped patching", "no more patches", "vendor ended security updates", "no longer patched")
                ),
            ),
            category="decision_reason",
            question="Why did we leave the old firewall?",
            quote="We leave the old firewall because the vendor stopped patching it, not over money.",
        ),
        {
            R: (
                "The vendor no longer patches it.",
                "Because patches stopped coming from the vendor.",
                "Security updates from the vendor had ended.",
                "It wasn't the money: the vendor had stopped patching.",
            ),
            D: (
                "It had become too expensive.",
                "Because the vendor patched it too often.",
                "Its throughput was too low for the new office.",
            ),
            M: (
                "The reason isn't given.",
                "I know we left it; why, I couldn't say.",
                "Because something else suited us better.",
            ),
        },
    ),
    (
        probe(
            "claims",
            "Two things: sand the deck, then oil it twice",
            claims=(Claim(("sand deck", "sanding")), Claim(("oil twice", "two coats oil"))),
            category="task_state",
            question="What has to be done to the deck?",
            quote="The deck must be sanded and then oiled twice.",
        ),
        {
            R: (
                "Sand it and oil it twice.",
                "Sanding first, followed by two coats of oil.",
                "It needs sanding, and oil applied twice.",
            ),
            M: ("It has to be sanded.", "Some work on the deck is due, the specifics are lost."),
            D: ("Sand it and oil it once.", "Sanding isn't needed; oil it twice."),
        },
    ),
    (
        probe(
            "claims",
            "No, rebooting the router did not help",
            claims=(Claim(("reboot helped", "reboot fixed", "rebooting solved dropouts"), True),),
            category="failed_attempt",
            question="Did rebooting the router stop the dropouts?",
            quote="Rebooted the router, the dropouts came back within the hour.",
        ),
        {
            R: (
                "No, it didn't.",
                "It was no use, the dropouts returned.",
                "Rebooting had no effect.",
                "The dropouts came back within the hour.",
            ),
            D: ("Yes, that solved it.", "Rebooting fixed the dropouts.", "Nobody has tried rebooting it yet."),
            M: ("I don't have the outcome.", "The router was rebooted."),
        },
    ),
    (
        probe(
            "name",
            "Trellis",
            wrong=("Jira", "Linear"),
            category="rejected_option",
            question="Which planning tool did we decide against?",
            quote="We decided against Trellis because of the licence and take Linear; Jira stays for support.",
        ),
        {
            R: (
                "Trellis",
                "Trellis was ruled out on account of its licence.",
                "You passed on Trellis and picked Linear.",
                "Linear won over Trellis.",
            ),
            D: ("Linear", "We turned Linear down and use Trellis.", "Jira was rejected because of its licence."),
            M: ("A tool was rejected over its licence; which one is not recorded.", "I can't remember the name of it."),
        },
    ),
    (
        probe(
            "text",
            "Ctrl+Shift+B",
            wrong=("Ctrl+B", "Ctrl+Shift+T"),
            category="tool_fact",
            question="Which shortcut starts a build?",
            quote="Ctrl+Shift+B builds, Ctrl+Shift+T runs the tests, Ctrl+B hides the bar.",
        ),
        {
            R: ("Ctrl+Shift+B", "Press ctrl+shift+b."),
            D: ("Ctrl+Shift+T", "Ctrl+B"),
            M: ("The shortcut isn't noted anywhere.",),
        },
    ),
    (
        probe(
            "claims",
            "in French, without footnotes",
            claims=(Claim(("French",)), Claim(("footnotes", "use footnotes"), True)),
            category="language",
            question="How should the programme notes be written?",
            quote="Write the programme notes in French and leave out footnotes.",
        ),
        {
            R: (
                "In French and with no footnotes.",
                "French, no footnotes please.",
                "They should be French; footnotes are unwanted.",
            ),
            D: ("In French, with footnotes.", "In Italian, without footnotes."),
            M: ("In French.", "You had wishes about that, but I've lost them."),
        },
    ),
    (
        probe(
            "claims",
            "Refunds after 30 days need the director's consent",
            claims=(Claim(("director consent refunds", "director approve refund", "director's ok")),),
            category="exception",
            question="What applies to refunds after 30 days?",
            quote="Refunds later than 30 days need the director's consent.",
        ),
        {
            R: (
                "The director has to approve them.",
                "They require consent from the director.",
                "Only with the director's consent.",
            ),
            D: ("The director does not have to approve them.", "They require the accountant's consent."),
            M: ("I'm not certain what applies there.", "There was a rule, but I couldn't tell you which."),
        },
    ),
    (
        probe(
            "quantity",
            "7",
            accepted=("seven",),
            wrong=("17",),
            stale=("9",),
            category="quantity",
            question="How many tents do we take?",
            quote="We take 7 tents rather than 9, and 17 mats.",
        ),
        {
            R: ("Seven tents", "7", "We take 7, not 9."),
            D: ("17", "About ten.", "Nine tents or seven."),
            S: ("9", "Nine."),
            M: ("How many tents? Not recorded.",),
        },
    ),
]
