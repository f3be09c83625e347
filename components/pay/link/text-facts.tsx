import type { PayTexts } from "@/messages/pay-texts";
import type { LinkSummary } from "@/server/domain/links/link-page";
import { linkTextNames, linkTexts } from "@/server/domain/links/link-texts";
import { Fact } from "./fact";

interface TextFactsProps {
  readonly summary: LinkSummary;
  readonly texts: PayTexts;
}

/** Renders the merchant's texts as rows of a `dl.facts`. A text that may have several lines is below its label. */
export const TextFacts = ({ summary, texts: { t } }: TextFactsProps) =>
  linkTextNames.map((name) =>
    summary[name] ? (
      <Fact key={name} label={t(`link.texts.${name}`)} isText={linkTexts[name].lines > 1}>
        <bdi>{summary[name]}</bdi>
      </Fact>
    ) : null,
  );
