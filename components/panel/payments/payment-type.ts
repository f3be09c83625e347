import type { PanelOutputs } from "../outputs";

/** One payment as its screen shows it. */
export type Payment = PanelOutputs["payment"]["get"];
