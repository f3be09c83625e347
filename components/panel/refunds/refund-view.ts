import { type RefundRequestStatus, refundRequestStates } from "@/server/domain/states";

export const refundViews = ["waiting", "decided"] as const;
export type RefundView = (typeof refundViews)[number];

/** What the address says is listed. */
export interface RefundListAddress {
  readonly view: RefundView;
  /** The last request of the page before. */
  readonly after: string | null;
}

type Parameters = Readonly<Record<string, string | string[] | undefined>>;

export const readRefundAddress = ({ view, after }: Parameters): RefundListAddress => ({
  view: view === "decided" ? "decided" : "waiting",
  after: typeof after === "string" && /^rfq_[0-9A-Z]{26}$/.test(after) ? after : null,
});

export function refundAddressOf({ view, after }: RefundListAddress): string {
  const query = new URLSearchParams({
    ...(view === "decided" && { view }),
    ...(after !== null && { after }),
  });
  return query.size === 0 ? "/panel/refunds" : `/panel/refunds?${query}`;
}

const statusesOf: Readonly<Record<RefundView, RefundRequestStatus[]>> = {
  waiting: ["waiting"],
  decided: refundRequestStates.filter((status) => status !== "waiting"),
};

/** What the procedure is asked. */
export const refundQueryOf = ({ view, after }: RefundListAddress) => ({
  statuses: statusesOf[view],
  cursor: after,
});
