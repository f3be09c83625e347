import { type PayTexts, payTextsIn } from "@/messages/pay-texts";
import { isVisible, stripDirectionControls } from "@/server/domain/direction-controls";
import type { LinkDocument, LinkPage, LinkSummary } from "@/server/domain/links/link-page";
import { type LinkTextName, linkTexts, mapLinkTexts } from "@/server/domain/links/link-texts";
import { Frame } from "../frame";
import { LanguageSwitch } from "../language-switch";
import { cardFormScript, type PageScript, waitingScript } from "../page-assets";
import { linkStyle } from "../page-style";
import { findSummary } from "./link-title";
import { OpenPage } from "./open/open-page";
import { formPath, pagePath, toLogoPath, waitingPath } from "./paths";
import { FailedPage } from "./state/failed-page";
import { InfoPage } from "./state/info-page";
import { ObstaclePage } from "./state/obstacle-page";
import { PaidPage } from "./state/paid-page";
import { ProgressPage } from "./state/progress-page";
import { ToBankPage } from "./state/to-bank-page";

interface LinkViewProps {
  readonly document: LinkDocument;
}

/** Renders a link's page inside the body of a document. */
export function LinkView(props: LinkViewProps) {
  const document = toReadable(props.document);
  const texts = payTextsIn(document.language);
  const summary = findSummary(document.page);
  return (
    <Frame
      name={summary?.merchantName ?? "Vezne"}
      logo={summary?.logoId ? toLogoPath(summary.logoId) : null}
      below={summary ? texts.t("link.linkNumber", { reference: summary.reference.toString() }) : null}
      languageSwitch={<LinkLanguageSwitch document={document} texts={texts} />}
      footer={<span>{texts.t("poweredBy")}</span>}
      script={scripts[document.page.kind] ?? null}
      nonce={document.nonce}
    >
      <Content document={document} texts={texts} />
    </Frame>
  );
}

/** Inlines the style sheet of the link pages into a document that the framework renders. */
export const LinkStyle = ({ nonce }: { nonce: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the text is our own style sheets from the repository
  <style nonce={nonce} dangerouslySetInnerHTML={{ __html: linkStyle }} />
);

/** The scripts of the pages with a form that a script enhances, and of the waiting page. No other page has one. */
const scripts: Readonly<Partial<Record<LinkPage["kind"], PageScript>>> = {
  open: cardFormScript,
  in_progress: waitingScript,
  bank: waitingScript,
};

function Content({ document, texts }: LinkViewProps & { texts: PayTexts }) {
  const { page } = document;
  switch (page.kind) {
    case "open":
      return <OpenPage document={document} page={page} texts={texts} />;
    case "in_progress":
      return <ProgressPage document={document} page={page} texts={texts} />;
    case "paid":
      return <PaidPage page={page} texts={texts} />;
    case "failed":
      return <FailedPage document={document} page={page} texts={texts} />;
    case "bank":
      return <ToBankPage document={document} page={page} texts={texts} />;
    case "limit":
    case "unknown":
    case "trouble":
      return <ObstaclePage document={document} page={page} texts={texts} />;
    default:
      return <InfoPage document={document} page={page} texts={texts} />;
  }
}

/**
 * Links to the page in every language, also on the response to a form: a card is never kept, so without the script
 * what was typed is lost then. The page that sends the browser to the bank cannot be requested again.
 */
function LinkLanguageSwitch({ document, texts }: LinkViewProps & { texts: PayTexts }) {
  const { page } = document;
  if (page.kind === "bank") return null;
  return (
    <LanguageSwitch
      texts={texts}
      choice={{ href: (language) => samePath({ ...document, language }) }}
      hasFields={page.kind === "open"}
      hasScript={page.kind in scripts}
    />
  );
}

function samePath(document: LinkDocument): string {
  const { page, token, language } = document;
  // An address that is no link's is requested again as it is.
  if (page.kind === "unknown" || token === "") return `?lang=${language}`;
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
  ...mapLinkTexts((name) => readableLinkText(name, summary[name])),
  items:
    summary.items?.map(({ name, note, amountKurus }) => ({
      name: stripDirectionControls(name),
      note: readableText(note),
      amountKurus,
    })) ?? null,
});

/** Also omits a text of which only the asterisks of its mask are visible. */
function readableLinkText(name: LinkTextName, text: string | null): string | null {
  const kept = readableText(text);
  const unmasked = linkTexts[name].buyerSees === "masked" ? kept?.replaceAll("*", "") : kept;
  return isVisible(unmasked ?? "") ? kept : null;
}

function readableText(text: string | null): string | null {
  const kept = stripDirectionControls(text ?? "");
  return isVisible(kept) ? kept : null;
}
