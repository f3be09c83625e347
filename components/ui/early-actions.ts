// What a person does between the first paint of a page and the end of its hydration: a click on a button or the
// submission of a form would be lost, because no component listens yet. The page keeps the last one, and repeats it
// until a component has received it. A submission needs no care of its own, because browsers click the form's button
// for the Enter key too.

declare global {
  interface Window {
    /** Tells that React listens at the document from now on; undefined where the page keeps no early actions. */
    repeatEarlyActions?: (() => void) | undefined;
  }
}

/** Runs in the page before its first button is painted. It uses nothing outside of itself, because it is inlined. */
export function keepEarlyActions(): void {
  const retryMs = 50;
  let isReactListening = false;
  // The last clicked button whose click no component has received.
  let waiting: HTMLButtonElement | null = null;
  const repeat = (): void => {
    if (waiting?.isConnected && !waiting.disabled) waiting.click();
    else waiting = null;
  };
  const keep = ({ target }: Event): void => {
    const button = (target as Element).closest("button");
    if (!button) return;
    waiting = button;
    if (isReactListening) setTimeout(repeat, retryMs);
  };
  addEventListener("click", keep, true);
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
