import type { Language } from "@/server/domain/errors";
import { displayAmount } from "@/server/domain/money";
import { monthlyAmounts } from "@/server/domain/pricing/monthly";
import { formatCurl } from "../guide/format-curl";
import { formatJson } from "../guide/format-json";
import { GuideTable } from "../guide/guide-table";
import { GuideTerms } from "../guide/guide-terms";
import { WordsWithCode } from "../guide/words-with-code";
import { baseAmountKurus, buildOverviewResponse, exampleRequest } from "./installment-example";
import type { InstallmentWords } from "./installment-words";

/** Explains how to read the overview, and the "up to" prices that it is made for (§4.10, D-31). */
export function InstallmentOverview(props: {
  words: InstallmentWords["overview"];
  language: Language;
  origin: string;
}) {
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
