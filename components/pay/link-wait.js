/* Polls the state of a waiting page and counts down its remaining time. */
import { lost } from "./page.js";

/**
 * Polls the page state, every three seconds at first and every ten later, but not while the page is hidden. When the
 * state has changed, it opens the new page. `data-poll` is the address to poll, `data-shown` the state of this page,
 * and `data-next` the address of the new page.
 */
export function watch(place) {
  const { poll, shown } = place.dataset;
  let delay = 3000;
  let timer;
  const later = () => {
    clearTimeout(timer);
    if (!document.hidden) timer = setTimeout(ask, delay);
  };
  async function ask() {
    delay = Math.min(delay * 1.25, 10000);
    try {
      const now = await Promise.race([look(), lost(10000)]);
      if (now !== shown) return location.replace(place.dataset.next);
    } catch {
      // The connection was lost; the next request may succeed.
    }
    later();
  }
  async function look() {
    const answer = await fetch(poll, { cache: "no-store", headers: { Accept: "application/json" } });
    return answer.ok ? (await answer.json()).shown : shown;
  }
  document.addEventListener("visibilitychange", () => {
    delay = 3000;
    if (document.hidden) clearTimeout(timer);
    else void ask();
  });
  later();
}

/**
 * Keeps the remaining time up to date. `data-until` and `data-now` are the server's instants; only their difference is
 * used, because the browser's clock may be wrong. `data-left` holds the texts:
 * `{"hours":"{h} sa {m} dk","minutes":"{m} dk {s} sn","seconds":"{s} sn","over":"süre doldu"}`.
 */
export function countDown(place) {
  const leftAtStart = Date.parse(place.dataset.until) - Date.parse(place.dataset.now);
  const start = performance.now();
  const timer = setInterval(show, 1000);
  function show() {
    const left = leftAtStart - (performance.now() - start);
    place.textContent = timeLeft(left, JSON.parse(place.dataset.left));
    if (left <= 0) clearInterval(timer);
  }
  show();
}

/** Formats the remaining time in ms exactly as the server does. */
export function timeLeft(ms, words) {
  const seconds = Math.ceil(ms / 1000);
  if (seconds <= 0) return words.over;
  const parts = { h: Math.floor(seconds / 3600), m: Math.floor(seconds / 60) % 60, s: seconds % 60 };
  const text = seconds >= 3600 ? words.hours : seconds >= 60 ? words.minutes : words.seconds;
  return text.replace(/\{([hms])\}/g, (_, part) => parts[part]);
}
