import type { PanelOutputs } from "../outputs";

/** The view model of one payment. */
export type Payment = PanelOutputs["payment"]["get"];

export type PaymentEvent = PanelOutputs["payment"]["timeline"][number];
