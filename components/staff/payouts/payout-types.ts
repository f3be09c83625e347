import type { StaffOutputs } from "../outputs";

/** A payout as the list of all accounts shows it. */
export type ListedPayout = StaffOutputs["payout"]["list"]["items"][number];

/** A payout with its approval, its chain of re-issues and the terms of its account. */
export type PayoutDetail = StaffOutputs["payout"]["get"];

/** A file for the bank. */
export type BankFile = StaffOutputs["payout"]["files"]["items"][number];
