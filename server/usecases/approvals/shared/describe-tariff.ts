import type { ChangedField } from "@/server/domain/approvals/change-list";
import { decimalText } from "@/server/domain/money";
import type { Rate } from "@/server/domain/pricing/commission";
import { findCap } from "@/server/domain/pricing/commission-caps";
import type { TariffPrice } from "@/server/domain/pricing/installments";
import { compareTariffs, type PriceChange } from "@/server/domain/pricing/tariff-difference";

/** The changed cells that are listed one by one. */
const cellsMax = 60;

/**
 * Describes what a tariff changes, one line for each changed price, and the number of those beyond the first sixty. The
 * texts are the same in every language; a rate above the legal cap says so.
 * @param at the instant whose caps apply
 */
export function describePrices(
  before: readonly TariffPrice[],
  after: readonly TariffPrice[],
  at: Date,
): readonly ChangedField[] {
  const { changes } = compareTariffs(before, after);
  const more = changes.length - cellsMax;
  return [
    ...changes.slice(0, cellsMax).map((change) => describeCell(change, at)),
    ...(more > 0 ? [{ field: "morePrices", before: null, after: String(more) }] : []),
  ];
}

function describeCell(change: PriceChange, at: Date): ChangedField {
  const { family, brand, onUs, installmentCount, before, after } = change;
  const issuer = onUs === null ? [] : [onUs ? "on-us" : "not on-us"];
  const cap = findCap(change, at);
  const isHigh = after !== null && cap !== null && after.rateBps > cap.rateBps;
  return {
    field: [family, ...(brand === null ? [] : [brand]), ...issuer, `× ${installmentCount}`].join(" · "),
    before: before && describeRate(before),
    after: after && `${describeRate(after)}${isHigh ? ` (> ${describePercent(cap.rateBps)})` : ""}`,
  };
}

const describeRate = ({ rateBps, fixedFee }: Rate): string =>
  fixedFee ? `${describePercent(rateBps)} + ${decimalText(fixedFee)} TL` : describePercent(rateBps);

const describePercent = (rateBps: number): string => `${decimalText(BigInt(rateBps))} %`;
