import { maxAmountKurus } from "@/server/domain/money";
import {
  commissionAtCapture,
  computeCommission,
  grossUp,
  type Rate,
  splitAmount,
} from "@/server/domain/pricing/commission";
import { monthlyAmounts } from "@/server/domain/pricing/monthly";
import { GuideSamples } from "../guide/guide-samples";
import { GuideTable } from "../guide/guide-tables";
import { GuideRules, GuideTerms, WordsWithCode } from "../guide/guide-text";
import { installmentSamples } from "./installment-example";
import type { InstallmentWords } from "./installment-words";

const formulas = `commissionAmount    = ⌊B × r / 10000⌋ + f
customerShareAmount = ⌊commissionAmount × s / 10000⌋
totalAmount         = B + customerShareAmount`;

interface Worked extends Rate {
  readonly base: bigint;
  readonly share: number;
}

/** The example rows of D-29 that can be charged. Amounts in kuruş, shares in bps. */
const workedRows: readonly Worked[] = [
  { base: 125_050n, rateBps: 250, fixedFee: null, share: 0 },
  { base: 125_050n, rateBps: 250, fixedFee: null, share: 5_000 },
  { base: 125_050n, rateBps: 250, fixedFee: null, share: 10_000 },
  { base: 100_000n, rateBps: 350, fixedFee: 100n, share: 5_000 },
  { base: 399n, rateBps: 250, fixedFee: null, share: 10_000 },
  { base: 1n, rateBps: 250, fixedFee: null, share: 10_000 },
];
const splitHeads = ["B", "r", "f", "s", "commissionAmount", "customerShareAmount", "totalAmount"];
const monthly = { total: 128_176n, count: 3 };

/**
 * Explains who pays the commission: the amounts in the look-ups' responses, and the deduction at capture (D-29, D-30).
 */
export function InstallmentSplit({ words }: { words: InstallmentWords["split"] }) {
  const { total, count } = monthly;
  const { firstKurus, restKurus } = monthlyAmounts(total, count);
  const { basis } = words;
  return (
    <>
      <p>
        <WordsWithCode text={words.intro} />
      </p>
      <pre translate="no">{formulas}</pre>
      <GuideTable caption={words.caption} heads={splitHeads} rows={workedRows.map(splitCells)} />
      <p>
        <WordsWithCode text={words.perMonth(total, count, firstKurus, restKurus)} />{" "}
        <WordsWithCode text={words.largest(maxAmountKurus)} />
      </p>
      <h3>{basis.title}</h3>
      <p>
        <WordsWithCode text={basis.intro} />
      </p>
      <GuideTerms terms={basis.terms} />
      <GuideTable caption={basis.caption} heads={basis.heads} rows={workedRows.map(basisCells)} />
    </>
  );
}

function splitCells({ base, rateBps, fixedFee, share }: Worked): string[] {
  const { commissionKurus, customerShareKurus, totalKurus } = splitAmount(base, { rateBps, fixedFee }, share);
  return [base, rateBps, fixedFee ?? "–", share, commissionKurus, customerShareKurus, totalKurus].map(String);
}

function basisCells({ base, rateBps, fixedFee, share }: Worked): string[] {
  const rate = { rateBps, fixedFee };
  const { customerShareKurus, totalKurus } = splitAmount(base, rate, share);
  const deducted = (["gross", "net"] as const).map((basis) =>
    commissionAtCapture(totalKurus, customerShareKurus, rate, basis),
  );
  return [totalKurus, customerShareKurus, ...deducted.flatMap((kurus) => [kurus, totalKurus - kurus])].map(String);
}

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
