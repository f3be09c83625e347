import type { PanelOutputs } from "../outputs";

export type RefundRequest = PanelOutputs["refund"]["list"]["items"][number];

/** What became of a request, in a sentence, with the way to its payment. */
export interface Became {
  readonly tone: "good" | "warn" | "bad";
  readonly sentence: string;
  readonly paymentCode: string;
}
