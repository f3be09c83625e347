import type { Charge, Facts } from "../model/history";
import { judgeHistory } from "../model/judge";
import type { Notes } from "../world/notes";
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
  const [{ orders, payments, links, terminals }] = (await world.control.query<Rows>(known)).rows as [Rows];
  const paymentOf = new Map(orders.map(({ orderId, paymentCode }) => [orderId, paymentCode]));
  const { movements, cards, repeatedCredits } = world.notes;
  const of = (kinds: readonly string[]) =>
    movements
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ orderId, amountKurus, atStep }) => ({ paymentCode: paymentOf.get(orderId) ?? "", amountKurus, atStep }));
  return {
    captures: of(["sale"]),
    refunds: of(["void", "credit"]),
    charges: listCharges(world.notes, paymentOf),
    cards,
    payments,
    links,
    terminals,
    refusals: ["pos_daily_limit_exceeded"],
    // Nothing else makes bank and books contradict each other here.
    heldPayments: repeatedCredits.map(({ orderId }) => paymentOf.get(orderId) ?? ""),
  };
}

/** Lists what the day-end files say about chargebacks, each line once, with the first file that has it. */
function listCharges({ dayFiles }: Notes, paymentOf: ReadonlyMap<string, string>): readonly Charge[] {
  const charges = new Map<string, Charge>();
  for (const { lines, atStep: fromStep } of dayFiles) {
    for (const { kind, orderId, amountKurus, caseNumber } of lines) {
      const sign = { chargeback: 1, chargeback_reversal: -1 }[kind as string];
      const caseName = `${orderId} ${caseNumber}`;
      if (sign === undefined || charges.has(`${kind} ${caseName}`)) continue;
      const paymentCode = paymentOf.get(orderId) ?? "";
      charges.set(`${kind} ${caseName}`, { paymentCode, caseName, amountKurus: sign * amountKurus, fromStep });
    }
  }
  return [...charges.values()];
}

type Rows = Required<Pick<Facts, "payments" | "links" | "terminals">> & {
  readonly orders: readonly { readonly orderId: string; readonly paymentCode: string }[];
};

/** What exists in the end, and what is agreed for the terminals. */
const known = `
  select (select coalesce(json_agg(json_build_object('orderId', bank_order_id, 'paymentCode', payment_id)), '[]')
            from attempt) as orders,
         (select coalesce(json_agg(json_build_object(
                   'paymentCode', id, 'account', partner_id, 'partnerTxCode', partner_tx_code, 'linkId', link_id,
                   'amountKurus', amount)), '[]')
            from payment) as payments,
         (select coalesce(json_agg(json_build_object('linkId', id, 'account', partner_id)), '[]')
            from payment_link) as links,
         (select json_object_agg(id, json_build_object(
                   'account', partner_id, 'effectiveCounts', effective_counts, 'validityMinutes', validity_minutes,
                   'dayEndLocal', day_end_local, 'isDirect', mode <> 'standard'))
            from terminal) as terminals`;
