import type { Oracle } from "./oracle";

/**
 * An intent is sent to the bank once: each attempt is captured with its own order, and each refund is one void or one
 * credit. Copies that the network makes do not count, because the product did not send them.
 */
export const intentsSentOnce: Oracle = {
  name: "intents sent once",
  async find({ world }) {
    const found: string[] = [];
    const captures = new Map<string, number>();
    const refunds = new Map<string, number>();
    for (const { kind, orderId } of world.notes.moneyCalls) {
      const counts = kind === "capture" ? captures : refunds;
      const key = kind === "capture" ? orderId : `${kind} ${orderId}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    for (const [orderId, count] of captures) if (count > 1) found.push(`order ${orderId} was captured ${count} times`);
    const { rows } = await world.control.query<{ key: string; count: number }>(`
      select method || ' ' || bank_order_id as key, count(*)::int as count from (
        select r.method, a.bank_order_id from refund r join attempt a on a.id = r.attempt_id
        union all
        select m.method, a.bank_order_id from money_return m join attempt a on a.id = m.attempt_id) intents
       group by 1`);
    const intended = new Map(rows.map(({ key, count }) => [key, count]));
    for (const [key, count] of refunds) {
      const wanted = intended.get(key) ?? 0;
      if (count > wanted) found.push(`${key} was sent ${count} times for ${wanted} intents`);
    }
    return found;
  },
};
