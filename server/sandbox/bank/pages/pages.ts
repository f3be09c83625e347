import { createHash } from "node:crypto";
import { displayAmount } from "@/server/domain/money";
import { answerText, type Message } from "../answer";
import { spacedMask } from "../cards";
import type { BrowserForm, StoredAuthentication } from "../records/authentications";
import { Html, html } from "./html";
import { pageStyle } from "./page-style";
import { type PageLanguage, pageWords } from "./page-words";

/** Asks the buyer for the one-time code. Works without JavaScript; there is none on it. */
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
 * Takes the browser back to the merchant, by itself or by the button. Its policy lets forms go anywhere: browsers
 * hold the merchant's own redirect to it as well, and the bank does not know where that leads.
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

/** A page that says one thing and leads nowhere. */
export function noticePage(notice: Notice, language: PageLanguage): Message {
  const words = pageWords[language];
  const frame = { title: words[notice], lead: words[`${notice}Lead`], body: html``, formAction: "'none'" };
  return page(statusOfNotice[notice], language, frame);
}

const statusOfNotice: Readonly<Record<Notice, number>> = {
  undelivered: 200,
  over: 410,
  unknown: 404,
  refused: 400,
};

/** By the prototype: a field named `submit` would hide the form's own. */
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
  return answerText(status, "text/html", document.markup, { "content-security-policy": policyOf(frame) });
}

function policyOf({ formAction, script }: Frame): string {
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

/** What lets exactly this inline text through. */
const sourceHash = (source: string): string =>
  `'sha256-${createHash("sha256").update(source, "utf8").digest("base64")}'`;
