import type { Judged, Oracle } from "./oracle";

/** The orders with a credit that the bank did twice, with all that belongs to each. */
const withRepeated = `
  select a.bank_order_id as order_id, a.payment_id, a.id as attempt_id,
         (select array_agg(r.id) from refund r where r.payment_id = p.id) as refund_ids,
         o.captured - o.voided - o.credited as at_bank,
         p.amount - coalesce((select sum(r.amount) from refund r
                               where r.payment_id = p.id and r.status = 'approved'), 0) as in_books
    from attempt a
    join payment p on p.id = a.payment_id
    join simulator.bank_order o on o.order_id = a.bank_order_id
   where a.bank_order_id = any($1)`;

interface RepeatedRow {
  readonly order_id: string;
  readonly payment_id: string;
  readonly attempt_id: string;
  readonly refund_ids: readonly string[] | null;
  readonly at_bank: string;
  readonly in_books: string;
}

async function listRepeated({ world }: Judged): Promise<readonly RepeatedRow[]> {
  const orderIds = world.notes.repeatedCredits.map(({ orderId }) => orderId);
  if (orderIds.length === 0) return [];
  return (await world.control.query<RepeatedRow>(withRepeated, [orderIds])).rows;
}

/**
 * No protocol has a key for a credit, so nothing on our side prevents that a bank does a repeated one twice. What holds
 * instead: once the day was compared with the bank, staff have an alert about the payment or one of its refunds.
 */
export const repeatedCreditsNamed: Oracle = {
  name: "repeated credits are named",
  async find(judged) {
    const differing = (await listRepeated(judged)).filter(({ at_bank, in_books }) => at_bank !== in_books);
    if (differing.length === 0) return [];
    const { rows } = await judged.world.control.query<{ subject: string }>(
      "select subject from staff_alert where kind in ('refund_without_record', 'refund_mismatch')",
    );
    const subjects = new Set(rows.map(({ subject }) => subject));
    return differing
      .filter(({ payment_id, refund_ids }) => ![payment_id, ...(refund_ids ?? [])].some((id) => subjects.has(id)))
      .map((row) => `the bank did a credit twice, and no alert names it: ${JSON.stringify(row)}`);
  },
};

/** Leaves what an oracle finds about such an order to `repeatedCreditsNamed`. */
export const exceptRepeatedCredits = (oracle: Oracle): Oracle => ({
  name: oracle.name,
  async find(judged) {
    const texts = await oracle.find(judged);
    if (texts.length === 0) return texts;
    const known = (await listRepeated(judged)).flatMap((row) => [
      row.order_id,
      row.payment_id,
      row.attempt_id,
      ...(row.refund_ids ?? []),
    ]);
    return texts.filter((text) => !known.some((id) => text.includes(id)));
  },
});
