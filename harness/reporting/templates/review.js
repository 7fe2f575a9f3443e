"use strict";
const cards = [...document.querySelectorAll(".card")];
const store = "afterfold-review:" + cards.map((c) => JSON.parse(c.dataset.probe).id).join(",").slice(0, 400);
const remembered = (() => { try { return JSON.parse(localStorage.getItem(store)) || {}; } catch { return {}; } })();
function edited(card) {
  const probe = JSON.parse(card.dataset.probe);
  probe.question = card.querySelector("[name=question]").value;
  const expected = card.querySelector("[name=expected]");
  if (expected) {
    probe.expected = expected.value;
    probe.accepted = card.querySelector("[name=accepted]").value.split("\n").map((s) => s.trim()).filter(Boolean);
  }
  return probe;
}
function state() {
  const done = {};
  for (const card of cards) done[JSON.parse(card.dataset.probe).id] = { verdict: card.dataset.verdict || "", probe: edited(card) };
  return done;
}
function count() {
  const n = (v) => cards.filter((c) => c.dataset.verdict === v).length;
  const counts = { accepted: n("accept"), rejected: n("reject"), left: cards.length - n("accept") - n("reject") };
  const status = document.getElementById("count");
  status.textContent = status.dataset.text.replace(/\{(\w+)\}/g, (_, name) => counts[name]);
  try { localStorage.setItem(store, JSON.stringify(state())); } catch { /* private window: the decisions live as long as the page */ }
}
for (const card of cards) {
  const before = remembered[JSON.parse(card.dataset.probe).id];
  if (before) {
    card.querySelector("[name=question]").value = before.probe.question;
    if (card.querySelector("[name=expected]")) {
      card.querySelector("[name=expected]").value = before.probe.expected;
      card.querySelector("[name=accepted]").value = before.probe.accepted.join("\n");
    }
    const choice = card.querySelector(`[type=radio][value="${before.verdict}"]`);
    if (choice) { choice.checked = true; card.dataset.verdict = before.verdict; }
  }
  card.addEventListener("change", (event) => {
    if (event.target.type === "radio") card.dataset.verdict = event.target.value;
    count();
  });
}
document.getElementById("download").addEventListener("click", () => {
  const kept = cards.filter((c) => c.dataset.verdict === "accept").map((c) => JSON.stringify(edited(c)) + "\n");
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob(kept, { type: "application/jsonl" }));
  link.download = "reviewed.jsonl";
  link.click();
});
count();
