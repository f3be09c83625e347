import { choiceFilter, idFilter, spanFilter } from "../list-filters";
import { declareList } from "../lists";

/** The areas by which the audit log can be filtered: the part of an action before the dot. */
export const auditAreas = [
  "self",
  "team",
  "account",
  "invitation",
  "refund",
  "payment",
  "newPayment",
  "link",
  "key",
  "webhook",
  "request",
  "payout",
  "chargeback",
  "statement",
  "audit",
  "viewing",
] as const;

/** An account's audit log (S36). */
export const auditList = declareList({
  filters: { actorId: idFilter("actor"), area: choiceFilter("area", auditAreas), at: spanFilter() },
  sorts: { at: "time" },
  hasOneOrder: true,
});
