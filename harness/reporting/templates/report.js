"use strict";
(() => {
  const form = document.getElementById("filter");
  const box = document.getElementById("cards");
  if (!form || !box) return;
  const cards = [...box.querySelectorAll("[data-o]")];
  const groups = [...box.querySelectorAll(".group")];
  const kept = [...box.querySelectorAll("details.kept")];
  const sorted = document.createElement("div");
  box.after(sorted);
  const status = form.querySelector("[role=status]");
  const fields = [...form.elements].filter((field) => field.name);
  const plain = (text) => text.normalize("NFKC").toLowerCase();
  const texts = new Map();
  const textOf = (card) => {
    if (!texts.has(card)) texts.set(card, plain(card.textContent));
    return texts.get(card);
  };
  const question = (card) => card.querySelector(".question").textContent;
  const keys = {
    fold: (card) => Number(card.dataset.f) || Infinity,
    outcome: (card) => card.dataset.o,
    conversation: (card) => Number(card.dataset.c),
    question,
  };
  let open = "";
  let homes = null;

  function wanted() {
    const tests = fields.filter((f) => f.dataset.key && f.value).map((f) => {
      const value = f.selectedOptions[0].dataset.i, key = f.dataset.key;
      return value === "lost" ? (card) => card.dataset.o !== "retained" : (card) => card.dataset[key] === value;
    });
    const words = plain(form.elements.q.value).split(/\s+/).filter(Boolean);
    if (words.length) tests.push((card) => words.every((word) => textOf(card).includes(word)));
    return (card) => tests.every((test) => test(card));
  }

  function order() {
    const key = keys[form.elements.sort.value];
    if (!key) {
      if (sorted.firstChild) cards.forEach((card, i) => homes[i].after(card));
      return;
    }
    homes ??= cards.map((card) => {
      const place = document.createComment("");
      card.before(place);
      return place;
    });
    const decorated = cards.map((card, i) => [key(card), i, card]);
    decorated.sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : a[1] - b[1]));
    sorted.append(...decorated.map((entry) => entry[2]));
  }

  function apply() {
    const fits = wanted();
    let shown = 0;
    for (const card of cards) {
      card.hidden = !fits(card);
      if (!card.hidden) shown += 1;
    }
    order();
    const flat = Boolean(sorted.firstChild), narrowed = shown < cards.length;
    box.hidden = flat;
    for (const group of groups) group.hidden = narrowed && !group.querySelector("[data-o]:not([hidden])");
    for (const list of kept) {
      const some = list.querySelector("[data-o]:not([hidden])");
      list.hidden = narrowed && !some;
      if (narrowed && some) list.open = true;
    }
    status.textContent = status.dataset.text.replace("##", cards.length).replace("#", shown);
  }

  function remember() {
    const state = new URLSearchParams();
    for (const field of fields) if (field.value) state.set(field.name, field.value);
    if (open) state.set("open", open);
    const text = state.toString();
    history.replaceState(null, "", text ? "#?" + text : location.pathname + location.search);
  }

  function show(id) {
    const target = document.getElementById(id);
    if (!target) return;
    for (let node = target; node; node = node.parentElement) if (node.tagName === "DETAILS") node.open = true;
    if (target.closest("[hidden]")) { form.reset(); apply(); }
    target.scrollIntoView();
  }

  function recall() {
    const hash = location.hash.slice(1);
    if (!hash.startsWith("?")) {
      if (hash) show(decodeURIComponent(hash));
      return;
    }
    const state = new URLSearchParams(hash.slice(1));
    for (const field of fields) {
      const value = state.get(field.name) || "";
      field.value = value;
      if (field.value !== value) field.value = "";
    }
    open = state.get("open") || "";
    apply();
    if (open) show(open);
  }

  for (const card of cards) {
    card.addEventListener("toggle", () => {
      if (card.open) open = card.id;
      else if (open === card.id) open = "";
      else return;
      remember();
    });
  }
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", () => { apply(); remember(); });
  form.addEventListener("reset", () => setTimeout(() => { open = ""; apply(); remember(); }));
  window.addEventListener("hashchange", recall);
  form.hidden = false;
  apply();
  recall();
})();
