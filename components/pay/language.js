/*
 * Changes the language of an open page, so that what was typed stays. It requests the same page in the chosen language
 * and puts its words into this one. Where the pages differ in more than words, the browser opens the page in that
 * language instead, unless that would empty a field. The page's own script loads this one when it is needed, and says
 * that the language stays where this one throws.
 */
const languages = document.querySelector("details[data-src]");
const cardForm = document.querySelector("form[data-card]");

/** Throws where the page in the other language cannot be had now, or where it would empty a field. */
languages.change = async (choice) => {
  const next = await Promise.race([request(choice), lost(10000)]);
  try {
    translate(next, choice);
  } catch (difference) {
    if (hasTyped()) throw difference;
    languages.onclick = null;
    choice.click();
  }
};

/** Rejects after `ms`. */
function lost(ms) {
  return new Promise((_, fail) => setTimeout(fail, ms));
}

/**
 * Requests the same page by the link or the form of the language switch, which never holds what was typed. Returns
 * false where it is refused. Throws where no answer comes, or a refusal for the moment.
 */
async function request({ form, formAction, href }) {
  const answer = await fetch(form ? formAction : href, {
    method: form ? "POST" : "GET",
    body: form && new URLSearchParams(new FormData(form)),
    headers: { Accept: "text/html" },
    cache: "no-store",
  });
  const { ok, status } = answer;
  if (status === 429 || status >= 500) throw new Error("The page cannot be had now");
  // The style sheet carries the nonce of the answer, and this page's policy would report it as a violation.
  const html = (await answer.text()).replace(/<style.*?<\/style>/gs, "");
  return ok && new DOMParser().parseFromString(html, "text/html");
}

function hasTyped() {
  return [...document.querySelectorAll("main input[type=text]")].some(({ value }) => value);
}

/** Puts the words of the other page into this one. Throws, and changes nothing, where it is another page or none. */
function translate(next, choice) {
  if (!next) throw new Error("The page was refused");
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
  if (cardForm) speakAgain(textsBefore);
  keepInAddress(choice, lang);
  languages.open = false;
  languages.querySelector("summary").focus();
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

const attributes = /^(lang|dir|action|href|hreflang|title|alt|placeholder|aria-label|aria-current|data-.*)$/;

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
