import { harmless, jsonObject, nonBlankText } from "../fields";

// What people send about changes that need two people (D-67).

/** The reason of a proposal, a rejection or another action of staff, which the audit log keeps. */
export const staffReason = harmless(nonBlankText(500));

/** The note of a decision. */
export const decisionNote = staffReason;

/** The form of a rejection. */
export const rejectionOfChange = jsonObject({ note: decisionNote });
