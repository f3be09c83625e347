import { isVisible, stripDirectionControls } from "@/server/domain/direction-controls";
import type { LinkDocument, LinkPage, LinkSummary } from "@/server/domain/links/link-page";
import { stateWordsIn } from "../dictionary";
import { Frame } from "../frame";
import { linkStyle } from "../page-style";
import { findSummary } from "./link-title";
import { OpenPage } from "./open/open-page";
import { formPath, pagePath, waitingPath } from "./paths";
import { FailedPage } from "./state/failed-page";
import { InfoPage } from "./state/info-page";
import { ObstaclePage } from "./state/obstacle-page";
import { PaidPage } from "./state/paid-page";
import { ProgressPage } from "./state/progress-page";
import type { StateWords } from "./state/state-words";
import { ToBankPage } from "./state/to-bank-page";

interface LinkViewProps {
  readonly document: LinkDocument;
}

/** Renders a link's page inside the body of a document. */
export function LinkView(props: LinkViewProps) {
  const document = toReadable(props.document);
  const words = stateWordsIn(document.language);
  const summary = findSummary(document.page);
  return (
    <Frame
      name={summary?.merchantName ?? "Vezne"}
      below={summary ? words.linkNumber(summary.reference.toString()) : null}
      languageSwitch={<LanguageSwitch document={document} words={words} />}
      footer={<span>{words.poweredBy}</span>}
      scriptNonce={scripted.has(document.page.kind) ? document.nonce : null}
    >
      <Content document={document} words={words} />
    </Frame>
  );
}

/** Inlines the style sheet of the link pages into a document that the framework renders. */
export const LinkStyle = ({ nonce }: { nonce: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the text is our own style sheets from the repository
  <style nonce={nonce} dangerouslySetInnerHTML={{ __html: linkStyle }} />
);

/** The pages with a form that the script enhances, and the waiting page. No other page has a script. */
const scripted: ReadonlySet<LinkPage["kind"]> = new Set(["open", "in_progress", "bank"]);

function Content({ document, words }: LinkViewProps & { words: StateWords }) {
  const { page } = document;
  switch (page.kind) {
    case "open":
      return <OpenPage document={document} page={page} />;
    case "in_progress":
      return <ProgressPage document={document} page={page} words={words} />;
    case "paid":
      return <PaidPage page={page} words={words} />;
    case "failed":
      return <FailedPage document={document} page={page} words={words} />;
    case "bank":
      return <ToBankPage document={document} page={page} words={words} />;
    case "limit":
    case "unknown":
    case "trouble":
      return <ObstaclePage document={document} page={page} words={words} />;
    default:
      return <InfoPage document={document} page={page} words={words} />;
  }
}

/**
 * Renders a plain link to the page in the other language, also on the response to a form. What was typed is lost then,
 * because a card is never kept. The page that sends the browser to the bank has no such link.
 */
function LanguageSwitch({ document, words }: LinkViewProps & { words: StateWords }) {
  const { page, token } = document;
  if (page.kind === "bank" || (token === "" && page.kind !== "unknown")) return null;
  const { code, name } = words.otherLanguage;
  return (
    <a
      href={inOtherLanguage({ ...document, language: code })}
      // biome-ignore lint/suspicious/noUnknownAttribute: this is React's name of the attribute
      hrefLang={code}
      lang={code}
      className="language"
    >
      {name}
    </a>
  );
}

function inOtherLanguage(document: LinkDocument): string {
  const { page, language } = document;
  // The address of an unknown link is requested again as it is.
  if (page.kind === "unknown") return `?lang=${language}`;
  if (page.kind === "in_progress") return waitingPath(document, page.progress);
  return page.kind === "open" ? formPath(document) : pagePath(document);
}

/**
 * Removes direction controls from the merchant's texts, because they could reverse the text of the page around them,
 * and omits texts without visible characters. The API still returns the texts unchanged.
 */
function toReadable(document: LinkDocument): LinkDocument {
  const { page } = document;
  if (page.kind === "unknown" || page.summary === null) return document;
  return { ...document, page: { ...page, summary: readableSummary(page.summary) } as LinkPage };
}

const readableSummary = (summary: LinkSummary): LinkSummary => ({
  ...summary,
  payerName: summary.payerName !== null && isVisible(summary.payerName.replaceAll("*", "")) ? summary.payerName : null,
  description: readableText(summary.description),
  items:
    summary.items?.map(({ name, note, amountKurus }) => ({
      name: stripDirectionControls(name),
      note: readableText(note),
      amountKurus,
    })) ?? null,
});

function readableText(text: string | null): string | null {
  const kept = stripDirectionControls(text ?? "");
  return isVisible(kept) ? kept : null;
}
