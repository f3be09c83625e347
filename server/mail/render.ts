import { translatorFor } from "@/messages/translate";
import type { Language } from "@/server/domain/errors";
import type { MailContent } from "@/server/domain/mail/mail-content";
import type { RenderedMail } from "@/server/domain/mail/mail-sending";
import { displayAmount } from "@/server/domain/money";
import { escapeHtml } from "@/server/domain/web/escape-html";
import type { Letter } from "./letter";
import { writeLetter } from "./letters";

/**
 * Renders a mail as text and as HTML. The HTML is one column of paragraphs with nothing remote: no image, no style
 * sheet, no script. It follows the colours of a dark mail program, and reads in order without its styles.
 */
export function renderMail(content: MailContent, language: Language): RenderedMail {
  const t = translatorFor(language, "mail");
  const letter = writeLetter(content, {
    t,
    roles: translatorFor(language, "shared.roles"),
    alertKinds: translatorFor(language, "staff.alertKinds"),
    alertAdvice: translatorFor(language, "staff.alertAdvice"),
    formatInstant: (iso) => formatInstant(iso, language),
    formatDay: (day) => formatDay(day, language),
    formatAmount: (kurus) => displayAmount(BigInt(kurus), language === "tr" ? "tr-TR" : "en-GB"),
  });
  const frame: Frame = { hello: t("common.hello"), copy: t("common.copy"), automatic: t("common.automatic") };
  // A line break in a subject would begin another header.
  const subject = letter.subject.replace(/\s+/g, " ").trim();
  return { subject, text: toText(letter, frame), html: toHtml({ ...letter, subject }, frame, language) };
}

/** The sentences that every mail has. */
interface Frame {
  readonly hello: string;
  readonly copy: string;
  readonly automatic: string;
}

const formatInstant = (iso: string, language: Language): string =>
  new Intl.DateTimeFormat(language === "tr" ? "tr-TR" : "en-GB", {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "Europe/Istanbul",
  }).format(new Date(iso));

const formatDay = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(language === "tr" ? "tr-TR" : "en-GB", { dateStyle: "long", timeZone: "UTC" }).format(
    new Date(day),
  );

function toText({ paragraphs, facts, action, after }: Letter, { hello, automatic }: Frame): string {
  const blocks = [
    hello,
    ...paragraphs,
    facts.map(({ term, value }) => `${term}: ${value}`).join("\n"),
    ...(action ? [`${action.label}:\n${action.url}`, action.until ?? ""] : []),
    ...after,
    `--\n${automatic}`,
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

const styles = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: 24px 16px; background: #ffffff; color: #14181f;
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { max-width: 560px; margin: 0 auto; }
h1 { font-size: 20px; line-height: 1.3; margin: 0 0 16px; }
p { margin: 0 0 16px; }
dl { margin: 0 0 16px; padding: 12px 16px; border: 1px solid #e2e6eb; border-radius: 10px; }
dt { color: #525b69; font-size: 14px; }
dd { margin: 0 0 8px; overflow-wrap: anywhere; }
.button { display: inline-block; padding: 12px 20px; border-radius: 8px; background: #0b6e4f; color: #ffffff;
  font-weight: 600; text-decoration: none; }
.soft { color: #525b69; font-size: 14px; overflow-wrap: anywhere; }
.foot { border-top: 1px solid #e2e6eb; padding-top: 16px; }
@media (prefers-color-scheme: dark) {
  body { background: #0f1216; color: #eef1f5; }
  dl, .foot { border-color: #2a313a; }
  dt, .soft { color: #a3adbb; }
  .button { background: #37b58a; color: #06251a; }
  .soft a { color: #37b58a; }
}`;

function toHtml({ subject, paragraphs, facts, action, after }: Letter, frame: Frame, language: Language): string {
  const p = (text: string, className = "") => `<p${className && ` class="${className}"`}>${escapeHtml(text)}</p>`;
  const url = action && escapeHtml(action.url);
  const body = [
    `<h1>${escapeHtml(subject)}</h1>`,
    p(frame.hello),
    ...paragraphs.map((text) => p(text)),
    facts.length > 0 && `<dl>${facts.map(toHtmlFact).join("")}</dl>`,
    action && `<p><a class="button" href="${url}">${escapeHtml(action.label)}</a></p>`,
    action?.until && p(action.until),
    action && `<p class="soft">${escapeHtml(frame.copy)}<br><a href="${url}">${url}</a></p>`,
    ...after.map((text) => p(text)),
    p(frame.automatic, "soft foot"),
  ];
  return `<!doctype html>
<html lang="${language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${styles}
</style>
</head>
<body>
<main>
${body.filter((part) => part).join("\n")}
</main>
</body>
</html>
`;
}

const toHtmlFact = ({ term, value }: { term: string; value: string }): string =>
  `<dt>${escapeHtml(term)}</dt><dd>${escapeHtml(value)}</dd>`;
