import type { ReactNode } from "react";
import type { Language } from "@/server/domain/errors";
import { formatCurl } from "../guide/format-curl";
import { formatJson } from "../guide/format-json";
import { Guide } from "../guide/guide";
import { GuideRules } from "../guide/guide-rules";
import { GuideStacked } from "../guide/guide-stacked";
import { GuideTerms } from "../guide/guide-terms";
import { WordsWithCode } from "../guide/words-with-code";
import { installmentWordsIn } from "./installment-dictionary";
import { buildLookupResponse, exampleRequest } from "./installment-example";
import { InstallmentOverview } from "./installment-overview";
import { InstallmentPassOn } from "./installment-pass-on";
import { InstallmentSandbox } from "./installment-sandbox";
import { InstallmentSplit } from "./installment-split";
import type { InstallmentWords } from "./installment-words";

/** Renders the guide to installments for merchants (§4.9, §4.10, §7.3). */
export function InstallmentGuide(props: {
  readonly language: Language;
  readonly apiOrigin: string;
  readonly hasSandbox: boolean;
}) {
  const { language, apiOrigin, hasSandbox } = props;
  const words = installmentWordsIn(language);
  const sections = {
    lookup: <InstallmentLookup words={words.lookup} origin={apiOrigin} />,
    overview: <InstallmentOverview words={words.overview} language={language} origin={apiOrigin} />,
    split: <InstallmentSplit words={words.split} />,
    passOn: <InstallmentPassOn words={words.passOn} />,
    refusals: <InstallmentRefusals words={words.refusals} />,
    ...(hasSandbox && {
      sandbox: <InstallmentSandbox words={words.sandbox} language={language} origin={apiOrigin} />,
    }),
  };
  const entries = Object.entries(sections) as [keyof typeof sections, ReactNode][];
  return (
    <Guide
      language={language}
      words={words}
      sections={entries.map(([id, content]) => ({ id, title: words[id].title, content }))}
    />
  );
}

/** Explains the response of the look-up for a card, and how to use it (§4.9, D-32). */
function InstallmentLookup({ words, origin }: { words: InstallmentWords["lookup"]; origin: string }) {
  return (
    <>
      <p>
        <WordsWithCode text={words.example} />
      </p>
      <pre translate="no">{formatCurl("POST", `${origin}/v1/installment-options`, "API_KEY", exampleRequest)}</pre>
      <pre translate="no">{formatJson(buildLookupResponse())}</pre>
      <GuideRules intro={words.intro} rules={words.rules} />
      <GuideTerms terms={words.answers} />
      <p>
        <WordsWithCode text={words.digits} />
      </p>
    </>
  );
}

/** Lists the reasons of §7.3 in a table. */
function InstallmentRefusals({ words }: { words: InstallmentWords["refusals"] }) {
  return (
    <>
      <p>
        <WordsWithCode text={words.intro} />
      </p>
      <GuideStacked caption={words.caption} heads={words.heads} rows={words.reasons} />
      <GuideRules intro={words.consequences} rules={words.rules} />
    </>
  );
}
