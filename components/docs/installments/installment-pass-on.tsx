import { computeCommission, grossUp, type Rate, splitAmount } from "@/server/domain/pricing/commission";
import { GuideRules } from "../guide/guide-rules";
import { GuideSamples } from "../guide/guide-samples";
import { GuideTable } from "../guide/guide-table";
import { GuideTerms } from "../guide/guide-terms";
import { WordsWithCode } from "../guide/words-with-code";
import { installmentSamples } from "./installment-samples";
import type { InstallmentWords } from "./installment-words";

const wholeShare = 10_000;

const pricesAndRates: readonly (readonly [price: bigint, rate: Rate])[] = [
  [125_050n, { rateBps: 250, fixedFee: null }],
  [125_050n, { rateBps: 450, fixedFee: null }],
  [125_050n, { rateBps: 1_350, fixedFee: null }],
  [100_000n, { rateBps: 350, fixedFee: 100n }],
  [399n, { rateBps: 250, fixedFee: null }],
];

/** Explains the two ways to pass the commission on (§4.9 rule 4, D-30), with programs that calculate them. */
export function InstallmentPassOn({ words }: { words: InstallmentWords["passOn"] }) {
  return (
    <>
      <p>
        <WordsWithCode text={words.intro} />
      </p>
      <GuideTerms terms={words.ways} />
      <GuideTable
        caption={words.caption}
        heads={words.heads}
        rows={pricesAndRates.map(([price, rate]) => bothWays(price, rate))}
      />
      <GuideRules intro={words.why} rules={words.rules} />
      <h3>{words.samples.title}</h3>
      <GuideRules intro={words.samples.intro} rules={words.samples.rules} />
      <GuideSamples samples={installmentSamples} path="/docs/installments" asFile={words.samples.asFile} />
    </>
  );
}

function bothWays(price: bigint, rate: Rate): string[] {
  const oneToOne = splitAmount(price, rate, wholeShare).totalKurus;
  const exact = grossUp(price, rate);
  if (exact === null) throw new RangeError("No amount leaves anything at this rate");
  const amounts = [oneToOne, exact].flatMap((charged) => [charged, charged - computeCommission(charged, rate)]);
  return [price, rate.rateBps, rate.fixedFee ?? "–", ...amounts].map(String);
}
