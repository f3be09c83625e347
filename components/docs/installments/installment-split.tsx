import { maxAmountKurus } from "@/server/domain/money";
import { commissionAtCapture, type Rate, splitAmount } from "@/server/domain/pricing/commission";
import { monthlyAmounts } from "@/server/domain/pricing/monthly";
import { GuideTable } from "../guide/guide-table";
import { GuideTerms } from "../guide/guide-terms";
import { WordsWithCode } from "../guide/words-with-code";
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

/** Explains who pays the commission: the amounts in the look-ups' responses, and the deduction at capture (D-29, D-30). */
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
