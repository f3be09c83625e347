import type { ReactNode } from "react";
import type { Language } from "@/server/domain/errors";
import { displayAmount } from "@/server/domain/money";
import { monthlyAmounts } from "@/server/domain/pricing/monthly";
import { formatCurl } from "../guide/format-curl";
import { formatJson } from "../guide/format-json";
import { Guide } from "../guide/guide";
import { GuideStacked, GuideTable } from "../guide/guide-tables";
import { GuideRules, GuideTerms, WordsWithCode } from "../guide/guide-text";
import { InstallmentPassOn, InstallmentSplit } from "./installment-commission";
import { baseAmountKurus, buildLookupResponse, buildOverviewResponse, exampleRequest } from "./installment-example";
import type { InstallmentWords } from "./installment-words";
import { english } from "./installment-words.en";
import { turkish } from "./installment-words.tr";

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

/** Explains how to read the overview, and the "up to" prices that it is made for (§4.10, D-31). */
function InstallmentOverview(props: { words: InstallmentWords["overview"]; language: Language; origin: string }) {
  const { words, language, origin } = props;
  const { bin: _, ...question } = exampleRequest;
  const answer = buildOverviewResponse();
  const rows = answer.maximums.map(({ option: { installmentCount, totalAmount } }) => {
    const total = totalAmount ?? baseAmountKurus;
    const { firstKurus } = monthlyAmounts(total, installmentCount);
    return [String(installmentCount), displayAmount(firstKurus, language), displayAmount(total, language)];
  });
  return (
    <>
      <p>
        <WordsWithCode text={words.intro} />
      </p>
      <pre translate="no">{formatCurl("POST", `${origin}/v1/installment-options/overview`, "API_KEY", question)}</pre>
      <p>{words.example}</p>
      <pre translate="no">{formatJson(answer)}</pre>
      <GuideTerms terms={words.members} />
      <p>
        <WordsWithCode text={words.upTo.intro} />
      </p>
      <GuideTable
        caption={words.upTo.caption(displayAmount(baseAmountKurus, language))}
        heads={words.upTo.heads}
        rows={rows}
      />
      <p>{words.upTo.afterwards}</p>
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

const installmentWordsIn = (language: Language): InstallmentWords => (language === "tr" ? turkish : english);

const key = "SANDBOX_KEY";
const linkToCards = { tr: "Test kartları", en: "Test cards" };

/** Lists the terminals, cards and settings of the sandbox that produce every possible answer. */
function InstallmentSandbox(props: { words: InstallmentWords["sandbox"]; language: Language; origin: string }) {
  const { words, language, origin } = props;
  const steps: [text: string, command: string][] = [
    [
      words.setTerminal,
      formatCurl("PATCH", `${origin}/sandbox/terminals/$TERMINAL_ID`, key, { effectiveCounts: [1, 3] }),
    ],
    [
      words.narrowAccount,
      formatCurl("PATCH", `${origin}/sandbox/partners/$PARTNER_ID`, key, { installmentCounts: [1, 3] }),
    ],
  ];
  return (
    <>
      <p>
        <WordsWithCode text={words.intro} />
      </p>
      <GuideTerms terms={words.terminals} />
      <p>{words.digits}</p>
      <GuideTerms terms={words.cards} />
      {steps.map(([text, command]) => (
        <div key={text}>
          <p>
            <WordsWithCode text={text} />
          </p>
          <pre translate="no">{command}</pre>
        </div>
      ))}
      <p>
        <WordsWithCode text={words.more} /> {words.testCards} <a href="/docs/test-cards">{linkToCards[language]}</a>
      </p>
    </>
  );
}
