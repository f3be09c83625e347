/*
 * The script of a page with a card form. It is listed with its hash in /.well-known/payment-page-scripts.json. The
 * forms also work without it. The browser submits the form; the script itself sends only the first eight digits of a
 * card, and only to the link that is being paid. It stores nothing, and loads no code but the script of the language
 * switch.
 */
import { digitsOf, grouped, isCardNumber, isComplete, schemeOf } from "./card-number.js";
import { offerOptions, showAnew } from "./link-offer.js";
import { loadLanguageSwitch } from "./page.js";

document.documentElement.classList.add("scripted");
enhance(document.querySelector("form[data-card]"));
loadLanguageSwitch();

function enhance(form) {
  const words = {};
  const fields = {};
  for (const name of ["pan", "expireMonth", "expireYear", "cv2"]) fields[name] = form.elements.namedItem(name);
  const button = form.querySelector("button[type=submit]");
  const readWords = () => Object.assign(words, JSON.parse(form.dataset.card), { pay: button.textContent });
  readWords();
  const options = form.dataset.offers ? offerOptions(form, words, button) : null;
  let isSent = false;

  form.noValidate = true;
  listen(fields, { readNumber, forgive, show });
  form.addEventListener("offer", readNumber);
  // The script of the language switch has put other words into the page.
  form.addEventListener("words", () => {
    readWords();
    options?.again();
    readNumber();
  });

  form.addEventListener("submit", (event) => {
    const wrong = Object.keys(fields).filter((name) => show(name, problemOf(name, fields)));
    const refusal = wrong.length === 0 && options?.cannotPay();
    if (isSent || wrong.length > 0 || refusal) {
      event.preventDefault();
      if (refusal) tell("pan", refusal);
      if (!isSent) fields[wrong[0] ?? "pan"].focus();
      return;
    }
    isSent = true;
    if (options?.hold(goOn)) {
      event.preventDefault();
      wait(words.pending);
    } else wait(words.connecting);
  });
  window.addEventListener("pageshow", ({ persisted }) => {
    // The browser may have kept the page in memory while the buyer was at the bank; the link's state may have changed.
    if (persisted && options) showAnew(options.page);
    release();
  });

  /** Continues a submission that waited for the options. If there is a choice, the buyer must see the options first. */
  function goOn(hasChoice) {
    release();
    if (hasChoice) options.focus();
    else button.click();
  }

  function wait(text) {
    button.disabled = true;
    button.textContent = text;
  }

  // After a return from the bank's page, the form may still be in memory in its submitted state.
  function release() {
    isSent = false;
    button.disabled = false;
    button.textContent = words.pay;
    options?.follow();
  }

  function readNumber() {
    const digits = digitsOf(fields.pan.value);
    options?.want(digits);
    showScheme(form, words, digits, options?.programme(digits));
  }

  /** Shows or clears the problem of a field; returns whether there is one. */
  function show(name, problem) {
    tell(name, problem ? words.fields[name][problem] : "");
    return Boolean(problem);
  }

  function tell(name, text) {
    const place = document.getElementById(`${name}-error`);
    place.textContent = text;
    place.hidden = !text;
    if (text) fields[name].setAttribute("aria-invalid", "true");
    else fields[name].removeAttribute("aria-invalid");
  }

  /** Clears a field's error when the field is correct. An error about the card is cleared when the number changes. */
  function forgive(name) {
    if (!fields[name].hasAttribute("aria-invalid")) return;
    const text = document.getElementById(`${name}-error`).textContent;
    const isOfCard = name === "pan" && !Object.values(words.fields.pan).includes(text);
    if (isOfCard || !problemOf(name, fields)) show(name, null);
  }
}

/** Formats what is typed, pasted or filled in, and moves the focus from a finished field to the next. */
function listen(fields, { readNumber, forgive, show }) {
  fields.expireMonth.removeAttribute("maxlength");
  fields.expireYear.removeAttribute("maxlength");
  const readPan = () => {
    regroup(fields.pan);
    readNumber();
  };
  // On a slow connection the number may be in the field before the script is loaded.
  if (fields.pan.value !== "") readPan();
  fields.pan.addEventListener("input", (event) => {
    readPan();
    forgive("pan");
    if (isTyped(event, fields.pan) && isComplete(digitsOf(fields.pan.value))) fields.expireMonth.focus();
  });
  fields.expireMonth.addEventListener("input", (event) => {
    readMonth(fields);
    forgive("expireMonth");
    if (isTyped(event, fields.expireMonth) && fields.expireMonth.value.length === 2) fields.expireYear.focus();
  });
  fields.expireYear.addEventListener("input", (event) => {
    readYear(fields.expireYear);
    forgive("expireYear");
    if (isTyped(event, fields.expireYear) && /^(?!20)..$/.test(fields.expireYear.value)) fields.cv2.focus();
  });
  fields.cv2.addEventListener("input", () => {
    fields.cv2.value = digitsOf(fields.cv2.value).slice(0, 4);
    forgive("cv2");
  });
  for (const name of Object.keys(fields)) {
    fields[name].addEventListener("blur", (event) => {
      // Check only when the focus moves to another field: an error that appears while the button is pressed would move
      // the button away from the finger.
      const goesOn = Object.values(fields).includes(event.relatedTarget);
      if (goesOn && problemOf(name, fields) === "wrong") show(name, "wrong");
    });
  }
}

function problemOf(name, fields) {
  const value = fields[name].value.trim();
  if (value === "") return "missing";
  if (name === "pan") return isCardNumber(value.replace(/\s/g, "")) ? null : "wrong";
  if (name === "expireMonth") return /^(0[1-9]|1[0-2])$/.test(value) ? null : "wrong";
  if (name === "expireYear") return /^\d\d$/.test(value) ? null : "wrong";
  const length = schemeOf(digitsOf(fields.pan.value)) === "American Express" ? 4 : 3;
  return new RegExp(`^\\d{${length}}$`).test(value) ? null : "wrong";
}

/** Accepts `7` and `07`, and the complete dates of a paste or an autofill: `07/30`, `7 / 2030`, `0730`. */
function readMonth(fields) {
  const whole = /^\s*(0?[1-9]|1[0-2])\s*[/.-]\s*(?:20)?(\d\d)\s*$|^(0[1-9]|1[0-2])(?:20)?(\d\d)$/.exec(
    fields.expireMonth.value,
  );
  if (whole) fields.expireYear.value = whole[2] || whole[4];
  const month = whole ? whole[1] || whole[3] : digitsOf(fields.expireMonth.value).slice(0, 2);
  fields.expireMonth.value = whole || /^[2-9]$/.test(month) ? month.padStart(2, "0") : month;
}

/** Accepts `30` and `2030`; `20` and `203` stay in the field while `2030` is being typed. */
function readYear(field) {
  const digits = digitsOf(field.value);
  if (!/^20\d/.test(digits)) field.value = digits.slice(0, 2);
  else field.value = digits.length < 4 ? digits : digits.slice(2, 4);
}

/** Groups the digits as on the card and keeps the caret after the same digit. */
function regroup(field) {
  const caret = field.selectionStart;
  const digitsBefore = caret === null ? null : digitsOf(field.value.slice(0, caret)).length;
  const text = grouped(digitsOf(field.value).slice(0, 19));
  if (text === field.value) return;
  field.value = text;
  if (digitsBefore === null || document.activeElement !== field) return;
  let at = 0;
  for (let seen = 0; seen < digitsBefore && at < text.length; at += 1) if (text[at] !== " ") seen += 1;
  field.setSelectionRange(at, at);
}

function showScheme(form, words, digits, programme) {
  const scheme = schemeOf(digits);
  form.querySelector("[data-scheme]").textContent = [scheme, programme].filter(Boolean).join(" · ");
  const hint = form.querySelector("[data-code-hint]");
  hint.textContent = scheme === null ? words.hint : scheme === "American Express" ? words.hintFront : words.hintBack;
}

/** Returns whether a key was typed at the end. After a paste, an autofill or a correction the focus must stay. */
function isTyped(event, field) {
  return event.inputType === "insertText" && field.selectionStart === field.value.length;
}
