import { newBankOrderId } from "@/server/domain/ids";
import { newCode } from "./test-refund-journey";
import type { TestWorld } from "./test-world";

/** Rows of refunds that are written past all code. */
export function refundRowsIn(world: () => TestWorld) {
  const sql = (text: string, ...values: unknown[]) => world().db.pool.query(text, values);
  return {
    /** Writes a pending credit of 10,000 kuruş unless told otherwise. Answers its id. */
    async write(payment_id: string, changes: Record<string, unknown> = {}): Promise<string> {
      const { db, clock } = world();
      const attempt = await db.prisma.attempt.findFirst({ where: { paymentId: payment_id } });
      const now = clock.now().toISOString();
      const row = {
        id: newCode(),
        partner_id: "prt_ours",
        payment_id,
        attempt_id: attempt?.id,
        partner_refund_code: newCode(),
        method: "credit",
        way: "automatic",
        status: "pending",
        amount: 10_000,
        bank_key: newBankOrderId(),
        created_at: now,
        updated_at: now,
        sent_at: now,
        inquiries: 0,
        not_found_seen: 0,
        ...changes,
      };
      await sql(
        "insert into refund select (jsonb_populate_record(null::refund, $1::jsonb)).*",
        JSON.stringify(row),
      );
      return row.id;
    },
    resolve: (id: string, status: "approved" | "declined") =>
      sql(
        `update refund set status = $2::"RefundStatus", resolved_at = created_at, updated_at = created_at,
                done_at = case when $2 = 'approved' then sent_at end,
                failure_code = case when $2 = 'declined' then 'not_processed'::"RefundFailure" end where id = $1`,
        id,
        status,
      ),
  };
}
