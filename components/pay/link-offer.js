/*
 * Shows the payment options of a card on a payment link while its number is typed. It calls the link's own address with
 * only the first eight digits of the card.
 */
import { lost } from "./page.js";

/**
 * Requests the options of each card once, with one request at a time. After a lost connection it retries after one
 * second and after three seconds.
 * @param ask `(bin, signal)` to `{ status, text }`
 * @param tell receives `{ kind: "pending" | "offer" | "failed" | "gone", text }`
 */
export function offerSource(ask, tell) {
  const known = new Map();
  let wanted = "";
  let stop;
  let timer;
  return {
    /** Records the digits whose options are already on the page. */
    has(bin) {
      wanted = bin;
    },
    /** Requests the options of these digits. Fewer than eight digits request nothing and leave the page as it is. */
    want(bin) {
      if (bin.length < 8 || bin === wanted) return;
      wanted = bin;
      stop?.abort();
      clearTimeout(timer);
      if (known.has(bin)) return tell({ kind: "offer", text: known.get(bin) });
      tell({ kind: "pending" });
      timer = setTimeout(() => load(bin, 1000), 100);
    },
    /** Requests the options again, because the language has changed. */
    again() {
      const bin = wanted;
      wanted = "";
      known.clear();
      this.want(bin);
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

/** The longest wait of a submission for the options, in ms; afterwards the server asks for a choice if it must. */
const patience = 4000;

/** Keeps the payment options up to date with the typed digits, and the total and the button with the chosen option. */
export function offerOptions(form, words, button) {
  const place = form.querySelector("[data-offer-place]");
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
  // With the script the options follow the card number, so the digits of step one must not be compared with it.
  form.elements.namedItem("bin")?.remove();
  form.addEventListener("change", ({ target }) => {
    if (target.name !== "choice") return;
    chosenCount = countOf(target);
    follow();
  });
  follow();

  function follow() {
    const { pay, total: sum } = (!isPending && (chosenIn(place) ?? offerIn(place))?.dataset) || {};
    if (!button.disabled) button.textContent = pay ?? words.pay;
    const line = form.querySelector("[data-to-pay]");
    if (!line) return;
    line.hidden = !sum;
    line.querySelector("dd").textContent = sum ?? "";
  }
  return {
    page,
    follow,
    again: () => source.again(),
    want: (digits) => source.want(digits.slice(0, 8)),
    /** Returns the card's programme, such as "Bonus", if it is known. */
    programme(digits) {
      const { offer, programme } = offerIn(place)?.dataset ?? {};
      return offer === digits.slice(0, 8) ? programme : "";
    },
    /** Returns why the card cannot be charged, or an empty string if it can be charged or if that is unknown. */
    cannotPay() {
      const { payable, said } = offerIn(place)?.dataset ?? {};
      return payable === "0" ? said : "";
    },
    focus: () => chosenIn(place)?.focus(),
    /** Delays a submission while the options are loading; `next` then receives whether there is a choice. */
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

const chosenIn = (place) => place.querySelector("input[name=choice]:checked, input[name=choice][type=hidden]");

/** Shows the options and keeps the chosen count if the new card offers it. */
function showOffer(place, html, count) {
  place.style.minHeight = "";
  place.replaceChildren(...new DOMParser().parseFromString(html, "text/html").body.children);
  const again = [...place.querySelectorAll("input[type=radio]:enabled")].find((radio) => countOf(radio) === count);
  if (again) again.checked = true;
}

/** Shows a text instead of the options. While they load, the height is kept so that the page does not move. */
function say(place, text, isPending) {
  place.style.minHeight = isPending ? `${place.offsetHeight}px` : "";
  const line = document.createElement("p");
  line.className = "hint";
  line.textContent = text;
  place.replaceChildren(line);
}

/** Returns the count of a radio button's value `{count}-{total}`. */
function countOf({ value }) {
  return value.split("-")[0];
}

/** Reloads a link's page by a GET, because reloading the response to a form would send the card a second time. */
export function showAnew(page) {
  const { pathname } = location;
  if (pathname === page || pathname === `${page}/result`) location.reload();
  else location.replace(`${page}?lang=${document.documentElement.lang}`);
}
