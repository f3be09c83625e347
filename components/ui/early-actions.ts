// What a person does between the first paint of a page and the end of its hydration: a click on a button or the
// submission of a form would be lost, because no component listens yet. The page keeps the last one, and repeats it
// until a component has received it. A submission needs no care of its own, because browsers click the form's button
// for the Enter key too.
//
// A click that waits is forgotten when the person goes on: they click elsewhere, or change a field, whose half-typed
// text would be sent otherwise. It is forgotten after half a minute as well. By then people have turned to something
// else or believe that the page is broken, and a link that is created or a dialog that opens would surprise them;
// a shorter time would lose clicks on slow lines, where the scripts of a screen can take that long.

declare global {
  interface Window {
    /** Tells that React listens at the document from now on; undefined where the page keeps no early actions. */
    repeatEarlyActions?: (() => void) | undefined;
  }
}

/** Runs in the page before its first button is painted. It uses nothing outside of itself, because it is inlined. */
export function keepEarlyActions(): void {
  const retryMs = 50;
  const ageMaxMs = 30_000;
  let isReactListening = false;
  // The last clicked button whose click no component has received, and when the person clicked it, in ms.
  let waiting: HTMLButtonElement | null = null;
  let clickedAt = 0;
  const repeat = (): void => {
    // By the clock and not by a timer, which stands still while the computer sleeps.
    if (waiting?.isConnected && !waiting.disabled && Date.now() - clickedAt < ageMaxMs) waiting.click();
    else waiting = null;
  };
  // Scripts click and change fields too: a repeated click keeps its age, and controls report early changes themselves.
  const forgetWhenPerson = ({ isTrusted }: Event): void => {
    if (isTrusted) waiting = null;
  };
  const keep = (event: Event): void => {
    const button = (event.target as Element).closest("button");
    if (!button) {
      forgetWhenPerson(event);
      return;
    }
    if (event.isTrusted || button !== waiting) clickedAt = Date.now();
    waiting = button;
    if (isReactListening) setTimeout(repeat, retryMs);
  };
  addEventListener("click", keep, true);
  addEventListener("input", forgetWhenPerson, true);
  addEventListener("submit", (event) => (waiting || !isReactListening) && event.preventDefault(), true);
  window.repeatEarlyActions = () => {
    window.repeatEarlyActions = undefined;
    isReactListening = true;
    // React listens one element above. It stops a click at a part of the page that it cannot hydrate yet, for example
    // because a script of that part is missing. Every click that comes this far has reached its component.
    const forget = (): void => {
      waiting = null;
    };
    document.documentElement.addEventListener("click", forget, true);
    setTimeout(repeat);
  };
}
