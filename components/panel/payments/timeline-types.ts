import type { PanelOutputs } from "../outputs";

export type PaymentMoment = PanelOutputs["payment"]["timeline"][number];

type Of<K extends PaymentMoment["kind"]> = Extract<PaymentMoment, { kind: K }>;
export type EndedAttemptStatus = Of<"card_ended">["status"];
export type ReturnVerdict = Of<"returned">["verdict"];
