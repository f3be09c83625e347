import type { Language } from "@/server/domain/errors";
import { formatCurl } from "../guide/format-curl";
import { formatRecord } from "../guide/format-json";
import { GuideRules } from "../guide/guide-rules";
import { GuideStacked } from "../guide/guide-stacked";
import { WordsWithCode } from "../guide/words-with-code";
import { exampleLink, exampleRequest } from "./link-example";
import type { LinkField, LinkWords } from "./link-words";

const neededFields: readonly LinkField[] = ["amount", "terminalId"];

/** Explains how to create a link, and its fields (§4.1). */
export function LinkCreate(props: {
  words: LinkWords["create"];
  language: Language;
  apiOrigin: string;
  payOrigin: string;
}) {
  const { words, language, apiOrigin, payOrigin } = props;
  const fields = Object.entries(words.fields) as [LinkField, string][];
  const rows = fields.map(
    ([field, rule]) => [`\`${field}\``, neededFields.includes(field) ? words.needed : words.optional, rule] as const,
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
