import type { Language } from "@/server/domain/errors";
import { formatCurl } from "../guide/format-curl";
import { GuideRules } from "../guide/guide-rules";
import { GuideSamples } from "../guide/guide-samples";
import { GuideTerms } from "../guide/guide-terms";
import { WordsWithCode } from "../guide/words-with-code";
import { exampleLink } from "./link-example";
import { linkSamples } from "./link-samples";
import type { LinkWords } from "./link-words";

const conditions = "status=pending&status=launched&createdFrom=2026-11-01T00:00:00Z&size=100";

/** Explains how to list links, one page at a time or all of them (§4.2, D-14). */
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
      <pre translate="no">{formatCurl("GET", `${apiOrigin}/v1/payment-links?${conditions}`, "API_KEY")}</pre>
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

/** Writes the envelope of §4.2; the link in it is shortened to its first and last field. */
const envelopeWith = ({ id, payerName }: ReturnType<typeof exampleLink>): string =>
  `{
  "items": [
    { "id": "${id}", …, "payerName": "${payerName}" }
  ],
  "page": 0, "size": 100, "hasMore": false
}`;
