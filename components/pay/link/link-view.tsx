import type { LinkDocument, LinkPage } from "@/server/domain/links/link-page";
import { Frame } from "../frame";
import { linkStyle } from "../page-style";
import { FailedPage } from "./failed-page";
import { InfoPage } from "./info-page";
import { faceOf } from "./link-title";
import { ObstaclePage } from "./obstacle-page";
import { OpenPage } from "./open-page";
import { PaidPage } from "./paid-page";
import { formPath, pagePath, waitingPath } from "./paths";
import { ProgressPage } from "./progress-page";
import { readable } from "./readable";
import { stateWordsIn } from "./state-dictionary";
import type { StateWords } from "./state-words";
import { ToBankPage } from "./to-bank-page";

interface LinkViewProps {
  readonly document: LinkDocument;
}

/** A link's page, inside the body of whatever document holds it. */
export function LinkView(props: LinkViewProps) {
  const document = readable(props.document);
  const words = stateWordsIn(document.language);
  const face = faceOf(document.page);
  return (
    <Frame
      name={face?.merchantName ?? "Vezne"}
      below={face ? words.linkNumber(face.reference.toString()) : null}
      languageSwitch={<LanguageSwitch document={document} words={words} />}
      footer={<span>{words.poweredBy}</span>}
      scriptNonce={scripted.has(document.page.kind) ? document.nonce : null}
    >
      <Content document={document} words={words} />
    </Frame>
  );
}

/** The pages' style sheet, inlined; for a document that is not ours from its first tag on. */
export const LinkStyle = ({ nonce }: { nonce: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheets, from the tree
  <style nonce={nonce} dangerouslySetInnerHTML={{ __html: linkStyle }} />
);

/** Pages with a form that the script enhances, or that wait; no other page has a script. */
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
 * A plain link to the page in the other language, also below the answer of a form: what was typed is gone then, a card is
 * never kept. On its way to the bank a page does not change any more.
 */
function LanguageSwitch({ document, words }: LinkViewProps & { words: StateWords }) {
  const { page, token } = document;
  if (page.kind === "bank" || (token === "" && page.kind !== "unknown")) return null;
  const { code, name } = words.otherLanguage;
  return (
    <a
      href={inOtherLanguage({ ...document, language: code })}
      // biome-ignore lint/suspicious/noUnknownAttribute: React knows it by this name
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
  // Whatever the address is, it is asked for again.
  if (page.kind === "unknown") return `?lang=${language}`;
  if (page.kind === "in_progress") return waitingPath(document, page.progress);
  return page.kind === "open" ? formPath(document) : pagePath(document);
}
