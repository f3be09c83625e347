/*
 * What a card can be charged on a payment link, shown while its number is typed. A part of the one script of the pages
 * that take a card. It asks the link's own address, with the first eight digits and nothing else of the card.
 */
import { lost, showAnew } from "./link-wait.js";

/**
 * Where answers come from: each card's first digits are asked for once, one question at a time; a lost connection is
 * tried again after one and after three seconds.
 * @param ask `(bin, signal)` to `{ status, text }`
 * @param tell is told `{ kind: "pending" | "offer" | "failed" | "gone", text }`
 */
export function offerSource(ask, tell) {
  const known = new Map();
  let wanted = "";
  let stop;
  let timer;
  return {
    /** The digits whose offer stands on the page already. */
    has(bin) {
      wanted = bin;
    },
    /** Fewer than eight digits ask for nothing, and leave what stands on the page. */
    want(bin) {
      if (bin.length < 8 || bin === wanted) return;
      wanted = bin;
      stop?.abort();
      clearTimeout(timer);
      if (known.has(bin)) return tell({ kind: "offer", text: known.get(bin) });
      tell({ kind: "pending" });
      timer = setTimeout(() => load(bin, 1000), 100);
    },
  };
  async function load(bin, pause) {
    stop = new AbortController();
    const { signal } = stop;
    const answer = await Promise.race([ask(bin, signal), lost(5000)]).catch(() => ({ status: 0 }));
    if (signal.aborted) return;
    const { status, text } = answer;
    if (status === 200) {
      known.set(bin, text);
      tell({ kind: "offer", text });
    } else if (status === 404 || status === 409) tell({ kind: "gone" });
    else if ((status === 0 || status >= 500) && pause < 5000) {
      timer = setTimeout(() => load(bin, pause * 3), pause);
    } else tell({ kind: "failed" });
  }
}

/** Nobody waits for options longer than this, ms: the server asks again if it must. */
const patience = 4000;

/** The payment options of a link's form: they follow the digits, and the total and the button follow them. */
export function offerOptions(form, words, button) {
  const place = form.querySelector("[data-offer-place]");
  const neutral = button.textContent;
  const page = form.dataset.offers.replace(/\/options$/, "");
  let chosenCount = offerIn(place)?.dataset.chosen;
  let isPending = false;
  let onSettled = null;

  const source = offerSource(askOf(form), ({ kind, text }) => {
    isPending = kind === "pending";
    place.setAttribute("aria-busy", String(isPending));
    if (kind === "gone") return showAnew(page);
    if (kind === "offer") showOffer(place, text, chosenCount);
    else say(place, words[kind], isPending);
    form.querySelector("[data-offer-said]").textContent = offerIn(place)?.dataset.said ?? "";
    follow();
    form.dispatchEvent(new Event("offer"));
    if (!isPending) onSettled?.();
  });
  if (offerIn(place)) source.has(offerIn(place).dataset.offer);
  // With a script the card's own digits say what it can be charged; those that were given alone need not agree any more.
  form.elements.namedItem("bin")?.remove();
  form.addEventListener("change", ({ target }) => {
    if (target.name !== "choice") return;
    chosenCount = countOf(target);
    follow();
  });
  follow();

  function follow() {
    const { pay, total: sum } = (!isPending && (chosenIn(place) ?? offerIn(place))?.dataset) || {};
    if (!button.disabled) button.textContent = pay ?? neutral;
    const line = form.querySelector("[data-to-pay]");
    if (!line) return;
    line.hidden = !sum;
    line.querySelector("dd").textContent = sum ?? "";
  }
  return {
    page,
    follow,
    want: (digits) => source.want(digits.slice(0, 8)),
    /** The card's programme, where it is known: "Bonus". */
    programme(digits) {
      const { offer, programme } = offerIn(place)?.dataset ?? {};
      return offer === digits.slice(0, 8) ? programme : "";
    },
    /** Why the card cannot be charged in any way; nothing where it can be, or where that is not known. */
    cannotPay() {
      const { payable, said } = offerIn(place)?.dataset ?? {};
      return payable === "0" ? said : "";
    },
    focus: () => chosenIn(place)?.focus(),
    /** Holds a submit up while the options are on their way; `next` is told whether there is something to choose. */
    hold(next) {
      if (!isPending) return false;
      onSettled = () => {
        clearTimeout(timer);
        onSettled = null;
        isPending = false;
        next(place.querySelector("input[type=radio]:enabled") !== null);
      };
      const timer = setTimeout(onSettled, patience);
      return true;
    },
  };
}

const askOf = (form) => async (bin, signal) => {
  const body = new URLSearchParams({ bin, lang: document.documentElement.lang });
  const answer = await fetch(form.dataset.offers, { method: "POST", body, signal });
  return { status: answer.status, text: await answer.text() };
};

const offerIn = (place) => place.querySelector("[data-offer]");

const chosenIn = (place) =>
  place.querySelector("input[name=choice]:checked, input[name=choice][type=hidden]");

/** Keeps the count that was chosen, where the new card has it too. */
function showOffer(place, html, count) {
  place.style.minHeight = "";
  place.replaceChildren(...new DOMParser().parseFromString(html, "text/html").body.children);
  const again = [...place.querySelectorAll("input[type=radio]:enabled")].find(
    (radio) => countOf(radio) === count,
  );
  if (again) again.checked = true;
}

/** Keeps the height while options are on their way: nothing moves under the finger. */
function say(place, text, isPending) {
  place.style.minHeight = isPending ? `${place.offsetHeight}px` : "";
  const line = document.createElement("p");
  line.className = "hint";
  line.textContent = text;
  place.replaceChildren(line);
}

/** Of a radio button's `{count}-{total}`. */
function countOf({ value }) {
  return value.split("-")[0];
}
