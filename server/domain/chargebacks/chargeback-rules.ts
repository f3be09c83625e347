import { istanbulDate } from "../business-day";
import { days, plusMs } from "../clock";

/** How long a bank waits for an answer where its file does not say, in days (B-7 of docs/banks.md). */
const answerDays = 7;

/** Returns the last day for an answer, `YYYY-MM-DD`, of a chargeback at `bankAt` (UTC) whose file does not name one. */
export const defaultRespondBy = (bankAt: Date): string => istanbulDate(plusMs(bankAt, days(answerDays)));

/** How urgent the answer to an open chargeback is. */
export type Urgency = "later" | "soon" | "today" | "late";

/** The days before the last one on which the answer is urgent. */
const soonDays = 2;

/** @param respondBy `YYYY-MM-DD` in Istanbul */
export function judgeUrgency(respondBy: string, now: Date): Urgency {
  const today = istanbulDate(now);
  if (respondBy < today) return "late";
  if (respondBy === today) return "today";
  return respondBy <= istanbulDate(plusMs(now, days(soonDays))) ? "soon" : "later";
}
