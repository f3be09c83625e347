import { bankDay, settlementDueAt } from "@/server/domain/business-day";
import { newBankReference } from "@/server/domain/ids";
import { settlementCollectAt } from "@/server/domain/payouts/collection";
import { systemRandom } from "@/server/domain/random";
import type { NewSettlement } from "@/server/store/payouts/settlements";
import type { TestWorld } from "../world/world";
import { newRefundCode } from "./refund";

/** Builds a settlement of the test account with the current day, for tests that write rows without the use cases. */
export function buildSettlement({ clock }: TestWorld, paymentId: string, amountKurus: bigint): NewSettlement {
  const now = clock.now();
  const dueAt = settlementDueAt(now, "00:00");
  const collectAt = settlementCollectAt(dueAt, now);
  return { partnerId: "prt_ours", paymentId, amountKurus, bankDay: bankDay(now, "00:00"), dueAt, collectAt };
}

/** Creates helpers that write refunds as rows, without the use cases. */
export function createRefundRows(world: () => TestWorld) {
  const sql = (text: string, ...values: unknown[]) => world().db.pool.query(text, values);
  return {
    /** Inserts a pending credit of 10,000 kuruş, with the given changes, and returns its id. */
    async write(payment_id: string, changes: Record<string, unknown> = {}): Promise<string> {
      const { db, clock } = world();
      const attempt = await db.prisma.attempt.findFirst({ where: { paymentId: payment_id } });
      const now = clock.now().toISOString();
      const row = {
        id: newRefundCode(),
        partner_id: "prt_ours",
        payment_id,
        attempt_id: attempt?.id,
        partner_refund_code: newRefundCode(),
        method: "credit",
        way: "automatic",
        status: "pending",
        amount: 10_000,
        bank_key: newBankReference(systemRandom),
        created_at: now,
        updated_at: now,
        sent_at: now,
        inquiries: 0,
        not_found_seen: 0,
        ...changes,
      };
      await sql("insert into refund select (jsonb_populate_record(null::refund, $1::jsonb)).*", JSON.stringify(row));
      return row.id;
    },
    /**
     * Resolves a refund at an instant, or at its beginning. For an approved one, the same statement inserts the
     * settlement of its credit or void.
     * @param changes the changes of the settlement; null inserts no settlement
     */
    resolve: (
      id: string,
      status: "approved" | "declined",
      changes: Record<string, unknown> | null = {},
      at: string | null = null,
    ): Promise<{ rowCount: number | null }> =>
      sql(
        `with resolved as (
           update refund set status = $2::"RefundStatus", resolved_at = coalesce($4::timestamptz, created_at),
                  updated_at = coalesce($4::timestamptz, created_at),
                  done_at = case when $2 = 'approved' then coalesce($4::timestamptz, sent_at) end,
                  failure_code = case when $2 = 'declined' then 'not_processed'::"RefundFailure" end where id = $1
           returning *)
         insert into settlement
         select (jsonb_populate_record(s, jsonb_build_object('id', 'stl_' || r.id, 'refund_id', r.id, 'payout_id', null,
                   'carry_over_id', null, 'amount', case r.method when 'void' then -s.amount else -r.amount end)
                 || coalesce($3::jsonb, '{}'))).*
           from resolved r
           join settlement s on s.payment_id = r.payment_id and s.refund_id is null and s.correction_id is null
            and s.chargeback_id is null
          where r.status = 'approved' and $3::jsonb is not null`,
        id,
        status,
        changes === null ? null : JSON.stringify(changes),
        at,
      ),
  };
}
