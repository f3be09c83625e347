import { choiceFilter, idFilter, searchFilter, spanFilter } from "../list-filters";
import { declareList } from "../lists";

/** How an action ended: `unfinished` has begun, and its outcome was never written. */
export const auditOutcomes = ["done", "refused", "unfinished"] as const;

/** All audit logs together, for staff: that of the staff and those of the merchants (S36, D-263). */
export const staffAuditList = declareList({
  filters: {
    /** A person, or the record that an action concerns. */
    text: searchFilter("q", { max: 254 }),
    /** An account's id, or `staff`. */
    scope: idFilter("log"),
    /** The part of an action before the dot. */
    area: idFilter("area"),
    outcome: choiceFilter("outcome", auditOutcomes),
    at: spanFilter(),
  },
  sorts: { at: "time" },
  hasOneOrder: true,
});

/** The actions about one merchant: its own log, and what staff did to it. */
export const partnerAuditList = declareList({
  filters: {
    text: searchFilter("q", { max: 254 }),
    area: idFilter("area"),
    outcome: choiceFilter("outcome", auditOutcomes),
    at: spanFilter(),
  },
  sorts: { at: "time" },
  hasOneOrder: true,
});
