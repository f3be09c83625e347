import pg from "pg";
import type { LedgerOrder } from "../support/controls";

export interface RefundOnRecord {
  readonly id: string;
  readonly paymentCode: string;
  readonly partnerRefundCode: string;
  readonly method: "void" | "credit";
  readonly status: "pending" | "approved" | "declined";
  readonly amount: number;
  readonly orderId: string;
}

/** Reads the database of an instance directly. */
export class Records {
  private constructor(private readonly client: pg.Client) {}

  static async open(url: string): Promise<Records> {
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => undefined);
    await client.connect();
    return new Records(client);
  }

  /** Describes every row that one of the queries finds. */
  async findings(queries: Readonly<Record<string, string>>): Promise<string[]> {
    const found: string[] = [];
    for (const [what, query] of Object.entries(queries)) {
      const { rows } = await this.client.query(query);
      found.push(...rows.map((row) => `${what}: ${JSON.stringify(row)}`));
    }
    return found;
  }

  /** Returns the status and amount (kuruş) of every payment by its code. */
  async payments(): Promise<Map<string, { status: string; amount: number }>> {
    const { rows } = await this.client.query("select id, status, amount::float8 as amount from payment");
    return new Map(rows.map(({ id, status, amount }) => [id, { status, amount }]));
  }

  /** Counts the payments that were not captured and will not be, such as those that their buyer has left. */
  async countNotCaptured(): Promise<number> {
    const { rows } = await this.client.query(
      `select count(*)::int as count from payment p
        where status in ('failed', 'expired')
           or status = 'initiated' and created_at < now() - interval '30 seconds' and not exists (
                select from attempt a
                 where a.payment_id = p.id and a.status in ('preparing', 'started', 'capturing', 'unknown'))`,
    );
    return rows[0].count;
  }

  /** Returns the codes of the payments of which a form may have left. */
  async handedOut(): Promise<Set<string>> {
    const { rows } = await this.client.query("select payment_id as id from attempt where handed_out_at is not null");
    return new Set(rows.map(({ id }) => id));
  }

  /** Returns the amounts (kuruş) that the bank should have for the order of each captured payment. */
  async bankOrders(): Promise<LedgerOrder[]> {
    const { rows } = await this.client.query(
      `select a.bank_order_id as "orderId", p.amount::float8 as captured,
              coalesce(sum(r.amount) filter (where r.method = 'void'), 0)::float8 as voided,
              coalesce(sum(r.amount) filter (where r.method = 'credit'), 0)::float8 as credited
         from attempt a
         join payment p on p.id = a.payment_id
         left join refund r on r.attempt_id = a.id and r.status = 'approved'
        where p.status = 'captured' and a.status = 'captured'
        group by a.id, p.id`,
    );
    return rows;
  }

  /** Returns every refund with its bank order. Amounts in kuruş. */
  async refunds(): Promise<RefundOnRecord[]> {
    const { rows } = await this.client.query(
      `select r.id, r.payment_id as "paymentCode", r.partner_refund_code as "partnerRefundCode", r.method, r.status,
              r.amount::float8 as amount, a.bank_order_id as "orderId"
         from refund r join attempt a on a.id = r.attempt_id`,
    );
    return rows;
  }

  /**
   * Returns the pending credits that the bank's history cannot show, because it was unreadable before they were sent
   * (D-156), each with the sum of the approved credits of its order (kuruş).
   */
  async unrecognisableCredits(): Promise<{ id: string; orderId: string; amount: number; credited: number }[]> {
    const { rows } = await this.client.query(
      `select r.id, a.bank_order_id as "orderId", r.amount::float8 as amount,
              coalesce(sum(o.amount) filter (where o.method = 'credit' and o.status = 'approved'), 0)::float8 as credited
         from refund r
         join attempt a on a.id = r.attempt_id
         left join refund o on o.attempt_id = a.id
        where r.status = 'pending' and r.baseline = '"unreadable"'
        group by r.id, a.id`,
    );
    return rows;
  }

  /** Returns the sum of the settlements of each payment (kuruş). */
  async nets(): Promise<Map<string, number>> {
    const { rows } = await this.client.query(
      "select payment_id as id, sum(amount)::float8 as net from settlement group by payment_id",
    );
    return new Map(rows.map(({ id, net }) => [id, net]));
  }

  /**
   * Returns, by the bank's order, the sum of the settlements of each captured payment, and the commission that was
   * taken at its capture (kuruş).
   */
  async settledOrders(): Promise<Map<string, { net: number; commission: number }>> {
    const { rows } = await this.client.query(
      `select a.bank_order_id as "orderId", p.commission_amount::float8 as commission, sum(s.amount)::float8 as net
         from settlement s
         join payment p on p.id = s.payment_id
         join attempt a on a.payment_id = p.id and a.status = 'captured'
        group by a.id, p.id`,
    );
    return new Map(rows.map(({ orderId, net, commission }) => [orderId, { net, commission }]));
  }

  /** Returns the ids of the deliveries about payouts. */
  async payoutDeliveries(): Promise<string[]> {
    const { rows } = await this.client.query("select id from webhook_delivery where resource_type = 'payout_item'");
    return rows.map(({ id }) => id);
  }

  /** Returns the payouts that have arrived or failed. */
  async endedPayouts(): Promise<{ id: string; status: "paid_out" | "failed" }[]> {
    const { rows } = await this.client.query("select id, status from payout where status in ('paid_out', 'failed')");
    return rows;
  }

  /** Returns how many actions of people have begun and have no outcome, because a kill came between, by their names. */
  async cutActions(): Promise<Map<string, number>> {
    const { rows } = await this.client.query(
      `select action, count(*)::int as count
         from (select action from audit_log group by action, action_id
               having count(*) = 1 and bool_and(outcome = 'begun')) cut
        group by action order by action`,
    );
    return new Map(rows.map(({ action, count }) => [action, count]));
  }

  async links(): Promise<Map<string, string>> {
    const { rows } = await this.client.query("select id, status from payment_link");
    return new Map(rows.map(({ id, status }) => [id, status]));
  }

  /** Returns every delivery with the payment or link that its body names. */
  async deliveries(): Promise<{ id: string; type: string; subject: string }[]> {
    const { rows } = await this.client.query(
      `select d.id, d.type, coalesce(r.payment_id, d.resource_id) as subject
         from webhook_delivery d left join refund r on d.resource_type = 'refund' and r.id = d.resource_id
        where d.resource_type in ('payment', 'payment_link', 'refund')`,
    );
    return rows;
  }

  /** Ends every sleep of a run now, as hours of waiting would. */
  async wakeRuns(): Promise<void> {
    await this.client.query("update executor_job set run_at = now() where run_at > now()");
  }

  async close(): Promise<void> {
    await this.client.end();
  }
}
