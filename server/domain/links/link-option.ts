import { maxAmountKurus } from "../money";
import { splitAmount } from "../pricing/commission";
import type { InstallmentOption } from "../pricing/installments";
import type { LinkOption } from "./link-page";

/**
 * Computes the total of an installment option on a link of `amountKurus` (kuruş), of whose commission the buyer bears
 * `customerShareBps` (D-29). An option whose total exceeds the maximum of one payment (§4.1) is shown, but not payable.
 */
export function toLinkOption(option: InstallmentOption, amountKurus: bigint, customerShareBps: number): LinkOption {
  const { customerShareKurus, totalKurus } = splitAmount(amountKurus, option, customerShareBps);
  return {
    installmentCount: option.installmentCount,
    shareKurus: customerShareKurus,
    totalKurus,
    isPayable: totalKurus <= maxAmountKurus,
  };
}
