import type { PanelOutputs } from "../outputs";

/** The view model of one payment. */
export type Payment = PanelOutputs["payment"]["get"];

export type PaymentEvent = PanelOutputs["payment"]["timeline"][number];

type Of<K extends PaymentEvent["kind"]> = Extract<PaymentEvent, { kind: K }>;
export type EndedAttemptStatus = Of<"card_ended">["status"];
export type ReturnVerdict = Of<"returned">["verdict"];
