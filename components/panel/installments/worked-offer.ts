import { maxAmountKurus } from "@/server/domain/money";
import {
  commissionAtCapture,
  commissionOn,
  grossUp,
  type Rate,
  splitAmount,
} from "@/server/domain/pricing/commission";
import type { InstallmentOption } from "@/server/domain/pricing/installments";
import { type MonthlyAmounts, monthlyAmounts } from "@/server/domain/pricing/monthly";

/** What an option makes of an amount, kuruş (D-29, D-30). */
export interface WorkedOffer extends InstallmentOption {
  /** On the amount that was asked about: what the merchant API tells. */
  readonly commissionKurus: bigint;
  readonly customerShareKurus: bigint;
  readonly totalKurus: bigint;
  readonly monthly: MonthlyAmounts;
  /** What is kept back when the total is taken. */
  readonly deductedKurus: bigint;
  readonly netKurus: bigint;
  /** More than can be charged at all (§8.1). */
  readonly isTooMuch: boolean;
}

export function workedOffer(
  option: InstallmentOption,
  baseKurus: bigint,
  customerShareBps: number,
  basis: "gross" | "net",
): WorkedOffer {
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

export interface PassedOn {
  readonly chargeKurus: bigint;
  readonly netKurus: bigint;
  /** More than can be charged at all (§8.1). */
  readonly isTooMuch: boolean;
}

/** The two ways of passing the commission on to the buyer (§4.9 rule 4, D-30). Kuruş. */
export interface WaysToPassOn {
  /** The commission on the wanted amount is added: simple, and leaves a little less than wanted. */
  readonly oneToOne: PassedOn;
  readonly missingKurus: bigint;
  /** The smallest charge that leaves what is wanted. Null at a rate of 100 %. */
  readonly exact: PassedOn | null;
}

/** How much to charge in order to be left with an amount, kuruş, after commission on the whole charge. */
export function waysToPassOn(wantedKurus: bigint, rate: Rate): WaysToPassOn {
  const left = (chargeKurus: bigint): PassedOn => ({
    chargeKurus,
    netKurus: chargeKurus - commissionOn(chargeKurus, rate),
    isTooMuch: chargeKurus > maxAmountKurus,
  });
  const oneToOne = left(splitAmount(wantedKurus, rate, 10_000).totalKurus);
  const exact = grossUp(wantedKurus, rate);
  return {
    oneToOne,
    missingKurus: wantedKurus - oneToOne.netKurus,
    exact: exact === null ? null : left(exact),
  };
}
