import { choiceFilter, searchFilter } from "../list-filters";
import { declareList } from "../lists";

/** The receivers that are listed: those where something did not arrive or waits for another attempt, or all. */
export const receiverScopes = ["failing", "all"] as const;
export type ReceiverScope = (typeof receiverScopes)[number];

/** The list of the accounts that receive webhooks. Without a filter it has the failing ones. */
export const receiverList = declareList({
  filters: { search: searchFilter("q", { max: 100 }), scope: choiceFilter("scope", receiverScopes) },
  sorts: { failures: "amount" },
  hasOneOrder: true,
});

/** A resend by staff: the deliveries of the last 24 hours or of the last 7 days. */
export const resendSpans = ["day", "week"] as const;
