/* What the scripts of the buyer's pages share. */

/** Rejects after `ms`; a response that does not come in time counts as a lost connection. */
export function lost(ms) {
  return new Promise((_, fail) => setTimeout(fail, ms));
}

/** Loads the script of the language switch when a language is chosen, and lets it change the language. */
export function loadLanguageSwitch() {
  const languages = document.querySelector("[data-src]");
  if (!languages) return;
  const summary = languages.querySelector("summary");
  languages.onclick = async (event) => {
    const choice = event.target.closest("a, button");
    // With one of these keys or another button, the browser opens the page in a tab or a window of its own.
    if (!choice || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // A form that is being sent, or a change of the language that has not ended, must not be disturbed.
    if (summary.ariaBusy || document.querySelector("button:disabled")) return;
    summary.ariaBusy = true;
    try {
      if (!languages.change) await loadScript(languages);
      await languages.change(choice);
    } catch {
      // Nothing is lost: the page says that the language stays, and the next choice opens the page in another one.
      languages.onclick = null;
      const failure = languages.querySelector("[data-said]");
      failure.textContent = failure.dataset.said;
    }
    summary.ariaBusy = null;
  };
  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !languages.open) return;
    languages.open = false;
    summary.focus();
  });
  // The open list would hide the field that gets the focus.
  document.querySelector("main").addEventListener("focusin", () => {
    languages.open = false;
  });
}

function loadScript(languages) {
  return new Promise((onload, onerror) => {
    document.head.append(Object.assign(document.createElement("script"), languages.dataset, { onload, onerror }));
  });
}
