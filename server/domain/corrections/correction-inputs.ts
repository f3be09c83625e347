import { choice, codeText, harmless, jsonObject, kurusBetween, nonBlankText, optional } from "../fields";
import { maxAmountKurus } from "../money";
import { correctionKinds } from "./correction";

/** What people of staff send about corrections of the books on screen (D-75). Amounts in kuruş. */
export const newCorrectionInput = jsonObject({
  paymentCode: codeText(64),
  kind: choice(correctionKinds),
  /** 0 for the kind `none` only. */
  amountKurus: kurusBetween(0n, maxAmountKurus),
  refundId: optional(codeText(64)),
  reason: harmless(nonBlankText(500)),
  evidence: harmless(nonBlankText(500)),
});

export const oneCorrectionInput = jsonObject({ correctionId: codeText(64) });

export const rejectCorrectionInput = oneCorrectionInput.extend({ reason: harmless(nonBlankText(500)) });
