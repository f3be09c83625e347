import type { Translator } from "@/messages/catalogues";
import { translatorFor } from "@/messages/translate";
import { getContext } from "@/server/context";
import { AppError, type Language } from "@/server/domain/errors";
import { escapeHtml } from "@/server/domain/web/escape-html";
import { requestStore } from "@/server/request-store";
import { type KeptMail, listSandboxMail } from "@/server/usecases/mail/queries";
import { errorResponse, withoutBody } from "../http/json-answer";
import { pageLanguage } from "../http/page-language";
import { readCallerFacts } from "../http/request-facts";
import { isSandboxKey } from "./sandbox-key";

/**
 * Answers the inbox of a sandbox, where people read the mails that would have left. A browser asks for a name and a
 * password; the password is the sandbox key. The page needs no script. 404 in live mode.
 */
export async function handleInbox(request: Request): Promise<Response> {
  const ctx = getContext();
  const language = pageLanguage(request.headers);
  const { sandboxKey } = ctx.env;
  const { traceId } = readCallerFacts();
  if (!sandboxKey) return errorResponse(new AppError("not_found"), traceId, language);
  const t = translatorFor(language, "mail.inbox");
  const isAllowed = isSandboxKey(readBasicPassword(request), sandboxKey);
  const page = isAllowed
    ? { status: 200, body: toInbox(await listSandboxMail(ctx, { to: null }), new URL(request.url), language, t) }
    : { status: 401, body: `<p>${escapeHtml(t("keyNeeded"))}</p>` };
  const response = toPage(page.body, page.status, { language, traceId, t });
  return request.method === "HEAD" ? withoutBody(response) : response;
}

/** Returns the password of HTTP Basic authentication; null where there is none. */
function readBasicPassword({ headers }: Request): string | null {
  const encoded = /^Basic +([A-Za-z0-9+/=]+) *$/i.exec(headers.get("authorization") ?? "")?.[1];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, "base64").toString("utf8");
  return text.includes(":") ? text.slice(text.indexOf(":") + 1) : null;
}

type InboxTexts = Translator<"mail.inbox">;

const path = "/sandbox/mail/inbox";

/** Shows the chosen mail, and the list of all of them. */
function toInbox(mails: readonly KeptMail[], { searchParams }: URL, language: Language, t: InboxTexts): string {
  const chosen = mails.find(({ id }) => id === searchParams.get("mail"));
  const rows = mails.map((mail) => toRow(mail, mail === chosen, language)).join("");
  const list = rows === "" ? `<p class="soft">${escapeHtml(t("empty"))}</p>` : `<ul>${rows}</ul>`;
  return `<nav aria-label="${escapeHtml(t("list"))}">${list}</nav>${chosen ? toReading(chosen, language, t) : ""}`;
}

function toRow({ id, at, to, subject }: KeptMail, isChosen: boolean, language: Language): string {
  const address = `${path}?${new URLSearchParams({ mail: id })}#mail`;
  return `<li><a href="${escapeHtml(address)}"${isChosen ? ' aria-current="true"' : ""}>${escapeHtml(subject)}</a>
<span class="soft">${escapeHtml(to)} · ${escapeHtml(formatInstant(at, language))}</span></li>`;
}

const toReading = ({ at, to, subject, text }: KeptMail, language: Language, t: InboxTexts): string =>
  `<article id="mail"><h2>${escapeHtml(subject)}</h2>
<p class="soft">${escapeHtml(t("to", { to, at: formatInstant(at, language) }))}</p>
<div class="text">${linkAddresses(text)}</div></article>`;

/** Escapes a text and makes links of the web addresses in it. */
const linkAddresses = (text: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) => {
      const shown = escapeHtml(part);
      return index % 2 === 1 ? `<a href="${shown}">${shown}</a>` : shown;
    })
    .join("");

const formatInstant = (at: Date, language: Language): string =>
  new Intl.DateTimeFormat(language === "tr" ? "tr-TR" : "en-GB", {
    dateStyle: "medium",
    timeStyle: "medium",
    timeZone: "Europe/Istanbul",
  }).format(at);

const styles = `
:root { color-scheme: light dark; --ink: #14181f; --soft: #525b69; --paper: #ffffff; --line: #e2e6eb; --accent: #0b6e4f; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #eef1f5; --soft: #a3adbb; --paper: #0f1216; --line: #2a313a; --accent: #37b58a; }
}
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.25rem; } h2 { font-size: 1.125rem; }
ul { list-style: none; margin: 0; padding: 0; max-height: 40vh; overflow-y: auto; border: 1px solid var(--line); border-radius: 10px; }
li { padding: 0.5rem 1rem; } li + li { border-top: 1px solid var(--line); }
li a { display: block; } a { color: var(--accent); } a[aria-current] { font-weight: 600; }
a:focus-visible, ul:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.soft { color: var(--soft); font-size: 0.875rem; }
article { margin-top: 1.5rem; padding: 1rem; border: 1px solid var(--line); border-radius: 10px; }
.text { white-space: pre-wrap; }`;

interface PageFacts {
  readonly language: Language;
  readonly traceId: string;
  readonly t: InboxTexts;
}

function toPage(body: string, status: number, { language, traceId, t }: PageFacts): Response {
  const nonce = requestStore()?.nonce ?? "";
  const title = escapeHtml(t("title"));
  const html = `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style nonce="${nonce}">${styles}</style></head>
<body><main><h1>${title}</h1><p class="soft">${escapeHtml(t("what"))}</p>${body}</main></body></html>`;
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Language": language,
    "Content-Security-Policy": `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    "Cache-Control": "no-store",
    "X-Request-Id": traceId,
    ...(status === 401 && { "WWW-Authenticate": 'Basic realm="sandbox mail", charset="UTF-8"' }),
  };
  return new Response(html, { status, headers });
}
