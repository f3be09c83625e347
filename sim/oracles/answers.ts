import type { Facts } from "../model/history";
import { judgeHistory } from "../model/judge";
import type { Judged, Oracle } from "./oracle";

/** The answers of the merchant API are those that the reference model allows, in an order that explains them. */
export const answersExplained: Oracle = {
  name: "answers of /v1",
  async find(judged) {
    const { calls } = judged.world.history;
    const failures = calls.filter(({ answer }) => (answer?.status ?? 0) >= 500);
    if (failures.length > 0) return failures.map(({ number, answer }) => `call ${number}: ${JSON.stringify(answer)}`);
    const violation = judgeHistory(calls, await readFacts(judged));
    return violation ? [violation.text] : [];
  },
};

async function readFacts({ world }: Judged): Promise<Facts> {
  const { rows } = await world.control.query<{ order_id: string; payment_id: string }>(
    "select bank_order_id as order_id, payment_id from attempt",
  );
  const payments = new Map(rows.map(({ order_id, payment_id }) => [order_id, payment_id]));
  const { movements, cards } = world.notes;
  const of = (kinds: readonly string[]) =>
    movements
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ orderId, amountKurus, atStep }) => ({ paymentCode: payments.get(orderId) ?? "", amountKurus, atStep }));
  return { captures: of(["sale"]), refunds: of(["void", "credit"]), cards };
}
