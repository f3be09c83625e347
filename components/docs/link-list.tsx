import type { Language } from "@/server/domain/errors";
import { curl } from "./curl";
import { GuideRules } from "./guide-rules";
import { GuideSamples } from "./guide-samples";
import { GuideTerms } from "./guide-terms";
import { exampleLink } from "./link-example";
import { linkSamples } from "./link-samples";
import type { LinkWords } from "./link-words";
import { WordsWithCode } from "./words-with-code";

const conditions = "status=pending&status=launched&createdFrom=2026-11-01T00:00:00Z&size=100";

/** How links are looked through, page by page or all of them (§4.2, D-14). */
export function LinkList(props: {
  words: LinkWords["list"];
  language: Language;
  apiOrigin: string;
  payOrigin: string;
}) {
  const { words, language, apiOrigin, payOrigin } = props;
  return (
    <>
      <p>{words.example}</p>
      <pre translate="no">{curl("GET", `${apiOrigin}/v1/payment-links?${conditions}`, "API_KEY")}</pre>
      <p>
        <WordsWithCode text={words.envelope} />
      </p>
      <pre translate="no">{envelopeWith(exampleLink(language, payOrigin))}</pre>
      <GuideTerms terms={words.parameters} />
      <GuideRules intro={words.all.intro} rules={words.all.rules} />
      <GuideSamples samples={linkSamples} path="/docs/payment-links" asFile={words.asFile} />
    </>
  );
}

/** The envelope of §4.2, of a link no more than its ends. */
const envelopeWith = ({ id, payerName }: ReturnType<typeof exampleLink>): string =>
  `{
  "items": [
    { "id": "${id}", …, "payerName": "${payerName}" }
  ],
  "page": 0, "size": 100, "hasMore": false
}`;
