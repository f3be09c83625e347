import { type RefundRequestStatus, refundRequestStates } from "@/server/domain/states";

export const refundViews = ["waiting", "decided"] as const;
export type RefundView = (typeof refundViews)[number];

/** The state of the refund list in the URL. */
export interface RefundListAddress {
  readonly view: RefundView;
  /** The id of the last request on the previous page. Null for the first page. */
  readonly after: string | null;
}

type Parameters = Readonly<Record<string, string | string[] | undefined>>;

export const readRefundAddress = ({ view, after }: Parameters): RefundListAddress => ({
  view: view === "decided" ? "decided" : "waiting",
  after: typeof after === "string" && /^rfq_[0-9A-Z]{26}$/.test(after) ? after : null,
});

export function toRefundAddress({ view, after }: RefundListAddress): string {
  const query = new URLSearchParams({
    ...(view === "decided" && { view }),
    ...(after !== null && { after }),
  });
  return query.size === 0 ? "/panel/refunds" : `/panel/refunds?${query}`;
}

const statusesByView: Readonly<Record<RefundView, RefundRequestStatus[]>> = {
  waiting: ["waiting"],
  decided: refundRequestStates.filter((status) => status !== "waiting"),
};

/** Converts the URL state to the input of the list procedure. */
export const toRefundQuery = ({ view, after }: RefundListAddress) => ({
  statuses: statusesByView[view],
  cursor: after,
});
