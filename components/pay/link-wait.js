/*
 * A page that waits: for the bank's word, asked for gently, and beside a window that runs out. A part of the one script
 * of the pages that take a card.
 */

/**
 * Asks every three seconds at first, every ten later, never while nobody looks, what the server would show, and shows it
 * when it is something else. `data-poll` is the address to ask, `data-shown` the key of what stands here, `data-next` the
 * page that shows it then.
 */
export function watch(place) {
  const { poll, shown, next } = place.dataset;
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
      if (now !== shown) return location.replace(next);
    } catch {
      // A lost connection: the next question may get through.
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

/** Fails after so long, ms: an answer that does not come is a lost one. */
export function lost(ms) {
  return new Promise((_, fail) => setTimeout(fail, ms));
}

/** Shows the page of a link again by a GET: to reload the answer of a form would send its card a second time. */
export function showAnew(page) {
  const { pathname } = location;
  if (pathname === page || pathname === `${page}/result`) location.reload();
  else location.replace(`${page}?lang=${document.documentElement.lang}`);
}

/**
 * Keeps the time that is left up to date. `data-until` and `data-now` are the server's instants and only their
 * difference counts, so that a wrong clock of the browser says nothing wrong. `data-left` holds the words:
 * `{"hours":"{h} sa {m} dk","minutes":"{m} dk {s} sn","seconds":"{s} sn","over":"süre doldu"}`.
 */
export function countDown(place) {
  const words = JSON.parse(place.dataset.left);
  const leftAtStart = Date.parse(place.dataset.until) - Date.parse(place.dataset.now);
  const start = performance.now();
  const timer = setInterval(show, 1000);
  function show() {
    const left = leftAtStart - (performance.now() - start);
    place.textContent = timeLeft(left, words);
    if (left <= 0) clearInterval(timer);
  }
  show();
}

/** What is left, ms, as the server writes it. */
export function timeLeft(ms, words) {
  const seconds = Math.ceil(ms / 1000);
  if (seconds <= 0) return words.over;
  const parts = { h: Math.floor(seconds / 3600), m: Math.floor(seconds / 60) % 60, s: seconds % 60 };
  const text = seconds >= 3600 ? words.hours : seconds >= 60 ? words.minutes : words.seconds;
  return text.replace(/\{([hms])\}/g, (_, part) => parts[part]);
}
