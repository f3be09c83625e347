import { choiceFilter } from "../list-filters";
import { declareList } from "../lists";
import { type RefundRequestStatus, refundRequestStates } from "../states";

/** The two halves of the list of refunds that need a second person (S32). */
export const refundViews = ["waiting", "decided"] as const;
export type RefundView = (typeof refundViews)[number];

export const refundRequestList = declareList({
  filters: { view: choiceFilter("view", refundViews) },
  sorts: { created: "time" },
  hasOneOrder: true,
});

/** The states of the requests of each view. */
export const statusesByView: Readonly<Record<RefundView, readonly RefundRequestStatus[]>> = {
  waiting: ["waiting"],
  decided: refundRequestStates.filter((status) => status !== "waiting"),
};
