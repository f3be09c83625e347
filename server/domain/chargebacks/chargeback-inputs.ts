import { codeText, harmless, jsonObject, nonBlankText } from "../fields";
import { choicesFilter, idFilter } from "../list-filters";
import { declareList } from "../lists";
import { chargebackStates } from "./chargeback-states";

// What merchants and staff send about chargebacks (D-401).

export const oneChargeback = jsonObject({ chargebackId: codeText(64) });

/** What the merchant says about a chargeback; a page of text. */
export const chargebackStatementInput = oneChargeback.extend({ statement: harmless(nonBlankText(2_000)) });

/** What staff did with it, or what the bank decided. */
export const chargebackReasonInput = oneChargeback.extend({ reason: harmless(nonBlankText(500)) });

/** The list of chargebacks, the newest first. */
export const chargebackList = declareList({
  filters: { state: choicesFilter("state", chargebackStates), paymentCode: idFilter("paymentCode") },
  sorts: { created: "time" },
  hasOneOrder: true,
});
