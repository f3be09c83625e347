import { Amount } from "../amount";
import { DateTime } from "../date-time";
import type { ListColumn } from "./columns";

// What the lists of payments and payment links have in common.

/** Stands in a cell for a value that there is not. */
export const dash = <span className="text-ink-soft">–</span>;

/** The column with the amount, by which the list can be sorted. */
export const amountColumn = (head: string): ListColumn<{ readonly amount: bigint }> => ({
  key: "amount",
  head,
  align: "right",
  width: 10,
  card: "value",
  sort: "amount",
  cell: ({ amount }) => <Amount kurus={amount} />,
});

/** The column with the time of creation, by which the list can be sorted. */
export const createdColumn = (head: string): ListColumn<{ readonly createdAt: Date }> => ({
  key: "created",
  head,
  align: "right",
  width: 10,
  rank: 1,
  card: "time",
  sort: "created",
  cell: ({ createdAt }) => <DateTime at={createdAt} />,
});
