import { days, plusMs } from "@/server/domain/clock";
import { closeDb, createDb } from "@/server/store/db";
import { listDue } from "../server/store/operations/due";
import { measureMs } from "./pairs";
import type { AtEnd } from "./processes";

/** The queries that jobs make over all refunds and settlements. Each returns its duration in ms. */
export interface Collection {
  /** Lists the due work. The rows must contain enough of it to fill the list. */
  due(): Promise<number>;
  /** Reads the settlements that a payout of the account would collect. */
  payout(): Promise<number>;
}

/** Returns an instant after all due instants of the rows. */
const later = () => plusMs(new Date(), days(400));
const listedMax = 100;

const payoutText = `
  select s.id, s.amount from settlement s
   where s.partner_id = $1 and s.payout_id is null and s.collect_at <= $2
     and s.payment_id <> all (array(select id from payment where held_since is not null))`;

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
      measureMs(async () => {
        const { length } = await listDue(db, later(), listedMax);
        if (length !== listedMax) throw new Error(`${length} things are due instead of ${listedMax}.`);
      }),
    payout: () =>
      measureMs(async () => {
        const { rowCount } = await db.pool.query(payoutText, [partnerId, later()]);
        if (rowCount !== expected.unpaidCount) throw new Error(`${rowCount} settlements instead of those unpaid.`);
      }),
  };
}
