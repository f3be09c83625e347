import type { AlertKind } from "@/server/domain/alerts";
import type { Oracle } from "./oracle";

/**
 * What staff are rightly called for when a network loses what was said to and by a bank: an outcome that stays unknown,
 * money that the bank took although it was given up, and its return. A chargeback calls them wherever there is one.
 */
const expected: readonly AlertKind[] = [
  "capture_unknown",
  "refund_unknown",
  "return_unknown",
  "last_look_unclear",
  "late_approval",
  "money_returned",
  "receiver_failing",
  "chargeback_open",
];

/** No live process logs an error, or calls for staff, where the code is right. */
export const noErrorsLogged: Oracle = {
  name: "errors in the log",
  find: ({ world }) =>
    world.notes.logged
      .filter(({ level, text }) => level === "error" && !expected.some((kind) => text.includes(`"alert":"${kind}"`)))
      .map(({ text }) => text),
};
