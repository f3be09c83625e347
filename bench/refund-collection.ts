import { days, plusMs } from "@/server/domain/clock";
import { closeDb, createDb } from "@/server/store/db";
import { listDue } from "../server/store/operations/due";
import { timed } from "./pairs";
import type { AtEnd } from "./processes";

/** What jobs ask of all refunds and settlements, each answering how long it took, ms. */
export interface Collection {
  /** A list of what is due; that there is as much of it everywhere is up to who writes the rows. */
  due(): Promise<number>;
  /** What a payout of the account would collect. */
  payout(): Promise<number>;
}

/** Later than whatever is due. */
const later = () => plusMs(new Date(), days(400));
const listedMax = 100;

const payoutText = `
  select id, amount from settlement where partner_id = $1 and status = 'pending' and due_at <= $2 order by due_at, id`;

export function openCollection(
  databaseUrl: string,
  { partnerId }: { readonly partnerId: string },
  expected: { readonly unpaidCount: number },
  atEnd: AtEnd,
): Collection {
  const db = createDb({ databaseUrl, connectionsMax: 1 });
  atEnd(() => closeDb(db));
  return {
    due: () =>
      timed(async () => {
        const { length } = await listDue(db, later(), listedMax);
        if (length !== listedMax) throw new Error(`${length} things are due instead of ${listedMax}.`);
      }),
    payout: () =>
      timed(async () => {
        const { rowCount } = await db.pool.query(payoutText, [partnerId, later()]);
        if (rowCount !== expected.unpaidCount)
          throw new Error(`${rowCount} settlements instead of those unpaid.`);
      }),
  };
}
