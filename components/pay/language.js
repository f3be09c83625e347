/*
 * Changes the language of an open page, so that what was typed stays. It requests the same page in the chosen language
 * and puts its words into this one. Where the pages differ in more than words, the browser opens the page in that
 * language instead; where no answer comes, the page stays. The card form's script loads this one when it is needed.
 */
const languages = document.querySelector("details[data-src]");
const cardForm = document.querySelector("form[data-card]");
let isChanging = false;

languages.onclick = (event) => {
  const choice = event.target.closest("a, button");
  if (!choice) return;
  event.preventDefault();
  // A form that is being sent, or a change of the language that has not ended, must not be disturbed.
  if (isChanging || cardForm?.querySelector("button:disabled")) return;
  isChanging = true;
  change(choice).catch(() => {
    languages.onclick = null;
    choice.click();
  });
};

async function change(choice) {
  const next = await request(choice);
  isChanging = next !== null;
  if (!isChanging) return languages.dispatchEvent(new Event("fail"));
  const { lang, dir } = next.documentElement;
  const pairs = pairElements(document.querySelector(".page"), next.querySelector(".page"));
  let { title } = next;
  for (const part of document.querySelectorAll(".every-language")) {
    const template = part.querySelector(`template[data-language="${lang}"]`);
    pairs.push(...pairElements(part.firstElementChild, template.content.firstElementChild));
    title = template.dataset.title ?? title;
  }
  if (lang !== choice.lang) throw new Error("The answer is in another language");
  const textsBefore = cardForm?.dataset.card;
  for (const [here, there] of pairs) copyWords(here, there);
  Object.assign(document.documentElement, { lang, dir });
  document.title = title;
  for (const field of document.querySelectorAll("input[name=lang]")) field.value = lang;
  if (cardForm) speakAgain(textsBefore);
  keepInAddress(choice, lang);
  isChanging = false;
  languages.open = false;
  languages.querySelector("summary").focus();
}

/**
 * Requests the same page by the link or the form of the language switch, which never holds what was typed. Returns null
 * where no answer comes.
 */
async function request({ form, href, value }) {
  const body = form && new URLSearchParams(new FormData(form));
  body?.set("lang", value);
  const answer = await fetch(form ? form.action : href, {
    method: form ? "POST" : "GET",
    body,
    headers: { Accept: "text/html" },
    cache: "no-store",
    signal: AbortSignal.timeout(10000),
  }).catch(() => null);
  if (!answer) return null;
  if (!answer.ok) throw new Error("The page could not be had");
  // The style sheet carries the nonce of the answer, and this page's policy would report it as a violation.
  const html = (await answer.text()).replace(/<style.*?<\/style>/gs, "");
  return new DOMParser().parseFromString(html, "text/html");
}

/** What the script of the card form has written, and what depends on the browser or on one answer. */
const left =
  ".plain-only, .every-language, template, noscript, script, input[type=hidden], .error, [data-scheme], [data-offer-said]";

const partsOf = (element) => [...element.children].filter((part) => !part.matches(left));

/** Pairs the elements at the same places of both pages. Throws where one has an element that the other lacks. */
function pairElements(here, there) {
  // The card form's script requests the payment options again.
  if (here.matches("[data-offer-place]") && here.querySelector("[data-offer]")) return [];
  const [ours, theirs] = [partsOf(here), partsOf(there)];
  if (here.tagName !== there.tagName || here.id !== there.id || ours.length !== theirs.length) {
    throw new Error("The pages differ");
  }
  return [[here, there], ...ours.flatMap((part, index) => pairElements(part, theirs[index]))];
}

const attributes = /^(lang|dir|href|hreflang|title|alt|placeholder|aria-label|aria-current|data-.*)$/;

/** Copies the attributes that hold words, and the texts between the elements. The elements themselves stay. */
function copyWords(here, there) {
  for (const { name } of [...here.attributes, ...there.attributes].filter(({ name }) => attributes.test(name))) {
    if (there.hasAttribute(name)) here.setAttribute(name, there.getAttribute(name));
    else here.removeAttribute(name);
  }
  const [ours, theirs] = [here, there].map(textRuns);
  ours.forEach(({ texts, before }, index) => {
    const words = theirs[index].texts.map(({ data }) => data).join("");
    if (words === texts.map(({ data }) => data).join("")) return;
    for (const text of texts) text.remove();
    here.insertBefore(document.createTextNode(words), before);
  });
}

/** Returns the texts before each paired element and after the last. One sentence may be several nodes. */
function textRuns(element) {
  const runs = [...partsOf(element), null].map((before) => ({ texts: [], before }));
  let index = 0;
  for (const node of element.childNodes) {
    if (node === runs[index].before) index += 1;
    else if (node.nodeType === Node.TEXT_NODE) runs[index].texts.push(node);
  }
  return runs;
}

/** Lets the card form's script go on in the new language, and translates the errors that it shows. */
function speakAgain(textsBefore) {
  const [before, after] = [textsBefore, cardForm.dataset.card].map((texts) => JSON.parse(texts).fields);
  for (const name of Object.keys(before)) {
    const place = document.getElementById(`${name}-error`);
    const problem = Object.keys(before[name]).find((one) => before[name][one] === place.textContent);
    if (problem) place.textContent = after[name][problem];
    else if (place.textContent) translateRefusal(place);
  }
  cardForm.dispatchEvent(new Event("words"));
}

/** The refusal of a card is a text of its payment options, so its translation comes with them. */
function translateRefusal(place) {
  const refusal = place.textContent;
  const listen = () => {
    const { said, payable } = cardForm.querySelector("[data-offer]")?.dataset ?? {};
    if (!said) return;
    if (place.textContent === refusal && payable === "0") place.textContent = said;
    cardForm.removeEventListener("offer", listen);
  };
  cardForm.addEventListener("offer", listen);
}

/** Keeps the language when the page is loaded again. The answer to a form has no address of its own. */
function keepInAddress({ href, pathname }, lang) {
  if (!href || pathname !== location.pathname) return;
  const address = new URL(location.href);
  address.searchParams.set("lang", lang);
  history.replaceState(history.state, "", address);
}
