/* What the scripts of the buyer's pages share. */

/** Rejects after `ms`; a response that does not come in time counts as a lost connection. */
export function lost(ms) {
  return new Promise((_, fail) => setTimeout(fail, ms));
}

/** Loads the script of the language switch when a language is chosen, and then chooses it again. */
export function loadLanguageSwitch() {
  const languages = document.querySelector("[data-src]");
  if (!languages) return;
  languages.onclick = (event) => {
    const choice = event.target.closest("a, button");
    if (!choice) return;
    event.preventDefault();
    // The loaded script answers the second click. Without it, the browser opens the page in the chosen language.
    const onload = () => choice.click();
    const script = Object.assign(document.createElement("script"), languages.dataset, { onload });
    script.onerror = () => languages.dispatchEvent(new Event("fail"));
    document.head.append(script);
  };
  // Nothing is lost: the page says that the language stays, and the next choice opens the page in another one.
  languages.addEventListener("fail", () => {
    languages.onclick = null;
    const failure = languages.querySelector("[data-said]");
    failure.textContent = failure.dataset.said;
  });
  // The open list would hide the field that gets the focus.
  document.querySelector("main").addEventListener("focusin", () => {
    languages.open = false;
  });
}
