import type { StaffOutputs } from "../outputs";

/** A chargeback as the back-office reads it. */
export type ChargebackDetail = StaffOutputs["chargeback"]["get"];
