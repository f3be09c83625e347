import type { Language } from "@/server/domain/errors";
import { linkFields } from "@/server/domain/links/link-fields";
import { formatCurl } from "../guide/format-curl";
import { formatRecord } from "../guide/format-json";
import { GuideSamples } from "../guide/guide-samples";
import { GuideStacked } from "../guide/guide-tables";
import { GuideRules, GuideTerms, WordsWithCode } from "../guide/guide-text";
import { exampleLink, exampleRequest, linkSamples } from "./link-example";
import type { LinkWords } from "./link-words";

/** Explains how to create a link, and its fields (§4.1). */
export function LinkCreate(props: {
  words: LinkWords["create"];
  language: Language;
  apiOrigin: string;
  payOrigin: string;
}) {
  const { words, language, apiOrigin, payOrigin } = props;
  const rows = Object.entries(linkFields).map(
    ([name, { isRequired, rule }]) =>
      [`\`${name}\``, isRequired ? words.needed : words.optional, rule[language]] as const,
  );
  return (
    <>
      <p>{words.example}</p>
      <pre translate="no">
        {formatCurl("POST", `${apiOrigin}/v1/payment-links`, "API_KEY", exampleRequest(language))}
      </pre>
      <p>
        <WordsWithCode text={words.answer} />
      </p>
      <pre translate="no">{formatRecord(exampleLink(language, payOrigin))}</pre>
      <GuideStacked caption={words.caption} heads={words.heads} rows={rows} />
      <GuideRules intro={words.intro} rules={words.rules} />
    </>
  );
}

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
