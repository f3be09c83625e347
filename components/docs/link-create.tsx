import type { Language } from "@/server/domain/errors";
import { curl } from "./curl";
import { GuideRules } from "./guide-rules";
import { GuideStacked } from "./guide-stacked";
import { exampleLink, exampleRequest } from "./link-example";
import type { LinkField, LinkWords } from "./link-words";
import { WordsWithCode } from "./words-with-code";
import { writtenRecord } from "./written-json";

const neededFields: readonly LinkField[] = ["amount", "terminalId"];

/** How a link is made, and what may be in it (§4.1). */
export function LinkCreate(props: {
  words: LinkWords["create"];
  language: Language;
  apiOrigin: string;
  payOrigin: string;
}) {
  const { words, language, apiOrigin, payOrigin } = props;
  const fields = Object.entries(words.fields) as [LinkField, string][];
  const rows = fields.map(
    ([field, rule]) =>
      [`\`${field}\``, neededFields.includes(field) ? words.needed : words.optional, rule] as const,
  );
  return (
    <>
      <p>{words.example}</p>
      <pre translate="no">
        {curl("POST", `${apiOrigin}/v1/payment-links`, "API_KEY", exampleRequest(language))}
      </pre>
      <p>
        <WordsWithCode text={words.answer} />
      </p>
      <pre translate="no">{writtenRecord(exampleLink(language, payOrigin))}</pre>
      <GuideStacked caption={words.caption} heads={words.heads} rows={rows} />
      <GuideRules intro={words.intro} rules={words.rules} />
    </>
  );
}
