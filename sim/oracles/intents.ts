import type { Notes } from "../world/notes";
import type { Oracle } from "./oracle";

/**
 * An intent is sent to the bank once: each attempt is captured with its own order, each credit is sent under its own
 * key, and each void of a row once. Copies that the network makes do not count, because the product did not send them.
 */
export const intentsSentOnce: Oracle = {
  name: "intents sent once",
  async find({ world }) {
    const { rows } = await world.control.query<{ keys: string[]; voids: Readonly<Record<string, number>> }>(intents);
    const [{ keys, voids } = { keys: [], voids: {} }] = rows;
    return [...countCalls(world.notes.moneyCalls)].flatMap(([call, { kind, orderId, refundKey, count }]) => {
      const isOfNone = kind === "credit" && !keys.includes(refundKey ?? "");
      const wanted = kind === "void" ? (voids[orderId] ?? 0) : isOfNone ? 0 : 1;
      return count > wanted ? [`${call} was sent ${count} times for ${wanted} intents`] : [];
    });
  },
};

/**
 * The keys of all credits, and the voids that rows of an order may have sent: a refund whose way was chosen for the
 * merchant was a void before it became a credit at the day-end (D-157).
 */
const intents = `
  with rows as (
    select r.attempt_id, r.bank_key, r.method = 'void' or r.way = 'automatic' as may_void from refund r
    union all
    select attempt_id, bank_key, method = 'void' from money_return)
  select coalesce(json_agg(bank_key) filter (where bank_key is not null), '[]') as keys,
         (select coalesce(json_object_agg(bank_order_id, count), '{}')
            from (select a.bank_order_id, count(*) from rows join attempt a on a.id = attempt_id
                   where may_void group by 1) counted) as voids
    from rows`;

type MoneyCall = Notes["moneyCalls"][number];

/** Counts how often each intent was sent. */
function countCalls(calls: readonly MoneyCall[]): ReadonlyMap<string, MoneyCall & { readonly count: number }> {
  const counts = new Map<string, MoneyCall & { readonly count: number }>();
  for (const call of calls) {
    const name = `${call.kind} ${call.refundKey ?? ""} of ${call.orderId}`;
    counts.set(name, { ...call, count: (counts.get(name)?.count ?? 0) + 1 });
  }
  return counts;
}
