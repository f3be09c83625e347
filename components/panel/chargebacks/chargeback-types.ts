import type { PanelOutputs } from "../outputs";

/** A chargeback as the panel and the back-office show it. */
export type Chargeback = PanelOutputs["chargeback"]["get"];
