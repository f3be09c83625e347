import type { Language } from "@/server/domain/errors";
import { displayAmount } from "@/server/domain/money";
import { monthlyAmounts } from "@/server/domain/pricing/monthly";
import { curl } from "./curl";
import { GuideTable } from "./guide-table";
import { GuideTerms } from "./guide-terms";
import { asked, askedAmountKurus, overviewAnswer } from "./installment-example";
import type { InstallmentWords } from "./installment-words";
import { WordsWithCode } from "./words-with-code";
import { writtenJson } from "./written-json";

/** How the overview is read, and the prices "up to" that it is for (§4.10, D-31). */
export function InstallmentOverview(props: {
  words: InstallmentWords["overview"];
  language: Language;
  origin: string;
}) {
  const { words, language, origin } = props;
  const { bin: _, ...question } = asked;
  const answer = overviewAnswer();
  const rows = answer.maximums.map(({ option: { installmentCount, totalAmount } }) => {
    const total = totalAmount ?? askedAmountKurus;
    const { firstKurus } = monthlyAmounts(total, installmentCount);
    return [String(installmentCount), displayAmount(firstKurus, language), displayAmount(total, language)];
  });
  return (
    <>
      <p>
        <WordsWithCode text={words.intro} />
      </p>
      <pre translate="no">
        {curl("POST", `${origin}/v1/installment-options/overview`, "API_KEY", question)}
      </pre>
      <p>{words.example}</p>
      <pre translate="no">{writtenJson(answer)}</pre>
      <GuideTerms terms={words.members} />
      <p>
        <WordsWithCode text={words.upTo.intro} />
      </p>
      <GuideTable
        caption={words.upTo.caption(displayAmount(askedAmountKurus, language))}
        heads={words.upTo.heads}
        rows={rows}
      />
      <p>{words.upTo.afterwards}</p>
    </>
  );
}
