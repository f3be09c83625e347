import { maxAmountKurus } from "@/server/domain/money";
import {
  commissionAtCapture,
  computeCommission,
  grossUp,
  type Rate,
  splitAmount,
} from "@/server/domain/pricing/commission";
import type { InstallmentOption } from "@/server/domain/pricing/installments";
import { type MonthlyAmounts, monthlyAmounts } from "@/server/domain/pricing/monthly";

/** An installment option applied to an amount, in kuruş (D-29, D-30). */
export interface CalculatedOffer extends InstallmentOption {
  /** The commission on the requested amount, as the merchant API reports it. */
  readonly commissionKurus: bigint;
  readonly customerShareKurus: bigint;
  readonly totalKurus: bigint;
  readonly monthly: MonthlyAmounts;
  /** The commission that is deducted when the total is captured. */
  readonly deductedKurus: bigint;
  readonly netKurus: bigint;
  /** True when the total exceeds the maximum payment (§8.1). */
  readonly isTooMuch: boolean;
}

/** Applies an installment option to an amount in kuruş; the buyer's share of the commission is in bps. */
export function calculateOffer(
  option: InstallmentOption,
  baseKurus: bigint,
  customerShareBps: number,
  basis: "gross" | "net",
): CalculatedOffer {
  const split = splitAmount(baseKurus, option, customerShareBps);
  const { totalKurus, customerShareKurus } = split;
  const deductedKurus = commissionAtCapture(totalKurus, customerShareKurus, option, basis);
  return {
    ...option,
    ...split,
    monthly: monthlyAmounts(totalKurus, option.installmentCount),
    deductedKurus,
    netKurus: totalKurus - deductedKurus,
    isTooMuch: totalKurus > maxAmountKurus,
  };
}

export interface PassOnCharge {
  readonly chargeKurus: bigint;
  readonly netKurus: bigint;
  /** True when the charge exceeds the maximum payment (§8.1). */
  readonly isTooMuch: boolean;
}

/** The two ways of passing the commission on to the buyer, in kuruş (§4.9 rule 4, D-30). */
export interface PassOnCharges {
  /** The charge with the commission on the wanted amount added. It is simple, but a little less than wanted remains. */
  readonly oneToOne: PassOnCharge;
  readonly missingKurus: bigint;
  /** The smallest charge after which the wanted amount remains. Null at a rate of 100 %. */
  readonly exact: PassOnCharge | null;
}

/** Computes the charges after which `wantedKurus` remains when commission is due on the whole charge. */
export function calculatePassOn(wantedKurus: bigint, rate: Rate): PassOnCharges {
  const toPassedOn = (chargeKurus: bigint): PassOnCharge => ({
    chargeKurus,
    netKurus: chargeKurus - computeCommission(chargeKurus, rate),
    isTooMuch: chargeKurus > maxAmountKurus,
  });
  const oneToOne = toPassedOn(splitAmount(wantedKurus, rate, 10_000).totalKurus);
  const exact = grossUp(wantedKurus, rate);
  return {
    oneToOne,
    missingKurus: wantedKurus - oneToOne.netKurus,
    exact: exact === null ? null : toPassedOn(exact),
  };
}
