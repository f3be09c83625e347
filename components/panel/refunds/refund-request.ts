import type { PanelOutputs } from "../outputs";

export type RefundRequest = PanelOutputs["refund"]["list"]["items"][number];

/** The result of a decision, as a sentence with a link to the payment. */
export interface DecisionResult {
  readonly tone: "good" | "warn" | "bad";
  readonly sentence: string;
  readonly paymentCode: string;
}
