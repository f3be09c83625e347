import { createHash } from "node:crypto";
import { displayAmount } from "@/server/domain/money";
import { answerText, type Message } from "../answer";
import { spacedMask } from "../cards";
import type { BrowserForm, StoredAuthentication } from "../records/authentications";
import { type PageLanguage, pageWords } from "./page-words";

/** Builds the page that asks the buyer for the one-time code. It contains no JavaScript. */
export function challengePage(
  authentication: StoredAuthentication,
  merchantName: string,
  language: PageLanguage,
): Message {
  const words = pageWords[language];
  const address = `/3ds/${authentication.reference}`;
  const otherLanguage = language === "tr" ? "en" : "tr";
  const facts = [
    [words.merchant, merchantName],
    [words.merchantNumber, authentication.shop],
    [words.amount, displayAmount(authentication.amountKurus, language)],
    [words.card, spacedMask(authentication.maskedPan)],
  ] as const;
  const body = html`<dl>${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<form method="post" action="${address}?lang=${language}">
<label for="code">${words.code}</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" required autofocus
 aria-describedby="hint">
<p class="hint" id="hint">${words.hint}</p>
<button type="submit" name="action" value="confirm">${words.confirm}</button>
<button type="submit" name="action" value="cancel" class="quiet" formnovalidate>${words.cancel}</button>
</form>`;
  const link = html`<a href="${address}?lang=${otherLanguage}" lang="${otherLanguage}" hreflang="${otherLanguage}">${words.otherLanguage}</a>`;
  return page(200, language, { title: words.title, lead: words.lead, body, link, formAction: "'self'" });
}

/**
 * Builds the page that posts the browser back to the merchant, by its script or by the button. Its policy allows every
 * form target, because browsers apply it to the merchant's redirect too, whose target the bank does not know.
 */
export function returnPage({ action, fields }: BrowserForm, language: PageLanguage): Message {
  const words = pageWords[language];
  const inputs = fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`);
  const body = html`<form method="post" action="${action}">
${inputs}<noscript><button type="submit">${words.return}</button></noscript>
</form>
<script>${new Html(submitScript)}</script>`;
  const frame = { title: words.returning, lead: words.returningLead, formAction: "http: https:" };
  return page(200, language, { ...frame, body, script: submitScript });
}

type Notice = "undelivered" | "over" | "unknown" | "refused";

/** Builds a page with one message and without a form. */
export function noticePage(notice: Notice, language: PageLanguage): Message {
  const words = pageWords[language];
  const frame = { title: words[notice], lead: words[`${notice}Lead`], body: html``, formAction: "'none'" };
  return page(noticeStatuses[notice], language, frame);
}

const noticeStatuses: Readonly<Record<Notice, number>> = {
  undelivered: 200,
  over: 410,
  unknown: 404,
  refused: 400,
};

/** Submits the form by the prototype's method, because a field named `submit` would hide the form's own method. */
const submitScript = "HTMLFormElement.prototype.submit.call(document.forms[0]);";

interface Frame {
  readonly title: string;
  readonly lead: string;
  readonly body: Html;
  readonly link?: Html;
  readonly formAction: string;
  readonly script?: string;
}

function page(status: number, language: PageLanguage, frame: Frame): Message {
  const words = pageWords[language];
  const document = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${frame.title} · ${words.bank}</title>
<link rel="icon" href="data:,">
<style>${new Html(pageStyle)}</style>
</head>
<body>
<div class="sheet">
<header>
<p class="simulation">${words.simulation}</p>
<div class="bar"><span>${words.bank}</span>${frame.link ?? html``}</div>
</header>
<main>
<h1>${frame.title}</h1>
<p>${frame.lead}</p>
${frame.body}
</main>
</div>
</body>
</html>`;
  return answerText(status, "text/html", document.markup, { "content-security-policy": buildPolicy(frame) });
}

function buildPolicy({ formAction, script }: Frame): string {
  const directives = [
    "default-src 'none'",
    `style-src ${sourceHash(pageStyle)}`,
    "img-src data:",
    `script-src ${script === undefined ? "'none'" : sourceHash(script)}`,
    `form-action ${formAction}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return directives.join("; ");
}

/** Returns the policy source that allows exactly this inline text. */
const sourceHash = (source: string): string =>
  `'sha256-${createHash("sha256").update(source, "utf8").digest("base64")}'`;

/** Markup that is inserted into a page without escaping. */
class Html {
  constructor(readonly markup: string) {}
}

/** Builds markup from a template: text values are escaped, markup and lists of markup are not. */
function html(parts: TemplateStringsArray, ...values: readonly (string | Html | readonly Html[])[]): Html {
  return new Html(
    parts.reduce((markup, part, index) => {
      const value = values[index - 1];
      return markup + (value === undefined ? "" : render(value)) + part;
    }),
  );
}

function render(value: string | Html | readonly Html[]): string {
  if (value instanceof Html) return value.markup;
  if (typeof value === "string") return value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  return value.map((item) => item.markup).join("");
}

/** The style of the banks' pages, with the colours of the product and without any download. */
const pageStyle = `
:root { color-scheme: light dark; --ink: #14181f; --ink-soft: #525b69; --paper: #ffffff; --surface: #f6f7f9;
  --line: #e2e6eb; --control: #7b8594; --accent: #1d5fa8; --accent-ink: #ffffff; --warn: #8a5a00; }
@media (prefers-color-scheme: dark) { :root { --ink: #eef1f5; --ink-soft: #a3adbb; --paper: #0f1216;
  --surface: #171b21; --line: #2a313a; --control: #7b8594; --accent: #7db4f0; --accent-ink: #06182b;
  --warn: #e0b04a; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--surface); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
p { margin: 0 0 16px; color: var(--ink-soft); }
.simulation { padding: 8px 12px; font-size: 14px; color: var(--warn); background: var(--surface);
  border-radius: 8px; }
.sheet { max-width: 440px; margin: 32px auto; padding: 24px; background: var(--paper);
  border: 1px solid var(--line); border-radius: 10px; }
.bar { display: flex; justify-content: space-between; align-items: baseline; gap: 16px; margin-bottom: 16px;
  font-weight: 600; }
.bar a { font-weight: 400; padding: 12px 0; }
h1 { margin: 0 0 8px; font-size: 22px; line-height: 1.3; }
dl { margin: 0 0 24px; border-top: 1px solid var(--line); }
dl div { display: flex; justify-content: space-between; gap: 16px; padding: 8px 0;
  border-bottom: 1px solid var(--line); }
dt { color: var(--ink-soft); }
dd { margin: 0; text-align: right; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
label { display: block; margin-bottom: 4px; font-weight: 600; }
input { width: 100%; min-height: 48px; padding: 8px 12px; font: inherit; font-size: 20px; letter-spacing: 0.2em;
  color: inherit; background: var(--paper); border: 1px solid var(--control); border-radius: 8px; }
.hint { margin: 8px 0 24px; font-size: 14px; }
button { width: 100%; min-height: 48px; padding: 8px 16px; font: inherit; font-weight: 600; cursor: pointer;
  color: var(--accent-ink); background: var(--accent); border: 1px solid var(--accent); border-radius: 8px; }
button.quiet { margin-top: 12px; color: var(--ink); background: transparent; border-color: var(--control); }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (max-width: 480px) { .sheet { margin: 0; border-width: 0 0 1px; border-radius: 0; padding: 16px; } }
`;
