import type { StaffOutputs } from "../outputs";

/** The view model of one payment in the back-office. */
export type StaffPayment = StaffOutputs["payment"]["get"];
