import { harmless, jsonObject, nonBlankText } from "../fields";

// What people send about changes that need two people (D-67).

/** The note of a decision, which the audit log keeps. */
export const decisionNote = harmless(nonBlankText(500));

/** The form of a rejection. */
export const rejectionOfChange = jsonObject({ note: decisionNote });
