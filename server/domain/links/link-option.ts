import { maxAmountKurus } from "../money";
import { splitAmount } from "../pricing/commission";
import type { InstallmentOption } from "../pricing/installments";
import type { LinkOption } from "./link-page";

/**
 * What an option comes to on a link of this amount, kuruş, whose buyer bears this share of the commission, basis points
 * (D-29). More than one payment may be is shown, but is not payable (§4.1).
 */
export function linkOptionOf(
  option: InstallmentOption,
  amountKurus: bigint,
  customerShareBps: number,
): LinkOption {
  const { customerShareKurus, totalKurus } = splitAmount(amountKurus, option, customerShareBps);
  return {
    installmentCount: option.installmentCount,
    shareKurus: customerShareKurus,
    totalKurus,
    isPayable: totalKurus <= maxAmountKurus,
  };
}
