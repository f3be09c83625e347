import pg from "pg";
import type { BankAccount } from "@/server/banks/bank";
import { createBanks } from "@/server/banks/registry";
import { newBankReference, newId } from "@/server/domain/ids";
import { systemRandom } from "@/server/domain/random";
import { createVault } from "@/server/store/vault";
import { openAccount, toBankAccount } from "../server/usecases/banks/shared/bank-connection";

/** The minimum work of a refund: its intent, the bank calls and the outcome, without any check. */
export interface BareRefund {
  run(refund: { paymentCode: string; partnerRefundCode: string; amount: number }): Promise<RefundId>;
  close(): Promise<void>;
}

interface RefundId {
  readonly refundId: string;
}

/** The number of connections of the product's own pool on two cores. */
const connectionsMax = 8;

const statements = {
  lock: "select partner_id, amount, refunded_amount, refund_pending_amount from payment where id = $1 for update",
  attempt: "select id, bank_order_id from attempt where payment_id = $1 and status = 'captured'",
  intend: `insert into refund
             (id, partner_id, payment_id, attempt_id, partner_refund_code, method, way, status, amount, bank_key, created_at,
              updated_at, sent_at, next_inquiry_at, alert_at)
           values ($1, $2, $3, $4, $5, 'credit', 'credit', 'pending', $6, $7, $8, $8, $8, $9, $9)`,
  resolve: `update refund set status = 'approved', resolved_at = $2, updated_at = $2, done_at = sent_at, next_inquiry_at = null,
                              alert_at = null, auth_code = $3, rrn = $4, transaction_id = $5
             where id = $1 and status = 'pending'`,
  tell: `insert into outbox_event
           (id, partner_id, type, resource_type, resource_id, subject_id, occurred_at, created_at, relayed_at)
         values ($1, $2, 'refund.approved', 'refund', $3, $4, $5, $5, $5)`,
  settle: `insert into settlement (id, partner_id, payment_id, refund_id, amount, bank_day, due_at, collect_at,
                                   created_at, updated_at)
           values ($1, $2, $3, $4, $5, bank_day($6, '00:00'), $6, $6, $6, $6)`,
} as const;

type Query = (name: keyof typeof statements, values: unknown[]) => Promise<pg.QueryResult>;

export async function openBareRefund(databaseUrl: string, terminalId: string, key: Buffer): Promise<BareRefund> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connectionsMax });
  const account = await readBankAccount(pool, terminalId, key);
  const banks = createBanks();
  return {
    async run({ paymentCode, partnerRefundCode, amount }) {
      const now = new Date();
      const refundId = newId(systemRandom, "refund", now);
      const { partnerId, orderId } = await inTx(pool, async (query) => {
        const { rows: payments } = await query("lock", [paymentCode]);
        const { rows: attempts } = await query("attempt", [paymentCode]);
        const [{ partner_id: partnerId }, { id, bank_order_id: orderId }] = [payments[0], attempts[0]];
        const asked = new Date(now.getTime() + 65_000);
        await query("intend", [
          refundId,
          partnerId,
          paymentCode,
          id,
          partnerRefundCode,
          amount,
          newBankReference(systemRandom),
          now,
          asked,
        ]);
        return { partnerId, orderId };
      });
      const references = { authCode: null, rrn: null, transactionId: null };
      const order = { orderId, references, buyerIp: "127.0.0.1" };
      await banks.call("nestpay", { kind: "history", ...order }, account);
      const credit = { kind: "credit", ...order, amountKurus: BigInt(amount), refundKey: refundId } as const;
      const outcome = await banks.call("nestpay", credit, account);
      if (outcome.kind !== "approved") throw new Error(`The bank's answer: ${outcome.kind}.`);
      await inTx(pool, async (query) => {
        const then = new Date();
        const { authCode, rrn, transactionId } = outcome.references;
        await query("lock", [paymentCode]);
        await query("resolve", [refundId, then, authCode, rrn, transactionId]);
        await query("tell", [newId(systemRandom, "event", then), partnerId, refundId, paymentCode, then]);
        await query("settle", [
          newId(systemRandom, "settlement", then),
          partnerId,
          paymentCode,
          refundId,
          -amount,
          then,
        ]);
      });
      return { refundId };
    },
    close: () => pool.end(),
  };
}

async function inTx<T>(pool: pg.Pool, work: (query: Query) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const done = await work((name, values) => client.query({ name, text: statements[name], values }));
    await client.query("commit");
    return done;
  } finally {
    client.release();
  }
}

/** Reads the terminal's credentials at the simulated bank. */
async function readBankAccount(pool: pg.Pool, terminalId: string, key: Buffer): Promise<BankAccount> {
  const { rows } = await pool.query(
    "select bank, account from bank_connection where terminal_id = $1 and replaced_at is null",
    [terminalId],
  );
  const { bank, account } = rows[0];
  return toBankAccount(bank, openAccount(createVault(systemRandom, [{ id: "bench", key }]), terminalId, account));
}
