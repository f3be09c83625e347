import pg from "pg";

/** What must be true of the product's rows once everything has come to its end: each query finds what is not. */
export const settled: Readonly<Record<string, string>> = {
  "a payment whose outcome is open": `
    select id, status from payment where status not in ('captured', 'failed', 'expired')`,
  "an attempt whose outcome is open": `
    select id, status from attempt where status in ('preparing', 'started', 'capturing', 'unknown')`,
  "a captured payment without exactly one captured attempt, or one that is not captured with any": `
    select p.id, p.status, count(a.id)
      from payment p left join attempt a on a.payment_id = p.id and a.status = 'captured'
     group by p.id having count(a.id) <> case when p.status = 'captured' then 1 else 0 end`,
  "a payment without exactly one event, of its outcome": `
    select p.id, p.status, array_agg(e.type)
      from payment p left join outbox_event e on e.resource_type = 'payment' and e.resource_id = p.id
     group by p.id having array_agg(e.type) <> array['payment.' || p.status]`,
  "a link whose end is open": `
    select id, status from payment_link where status not in ('completed', 'expired', 'cancelled')`,
  "a completed link without exactly one captured payment, or one that is not completed with any": `
    select l.id, l.status, count(p.id)
      from payment_link l left join payment p on p.link_id = l.id and p.status = 'captured'
     group by l.id having count(p.id) <> case when l.status = 'completed' then 1 else 0 end`,
  "a link without exactly one event, of its outcome": `
    select l.id, l.status, array_agg(e.type)
      from payment_link l left join outbox_event e on e.resource_type = 'payment_link' and e.resource_id = l.id
     group by l.id having array_agg(e.type) <> array['payment_link.' || l.status]`,
  "an event that nobody has relayed": `
    select id, type from outbox_event where relayed_at is null`,
  "an event without exactly its own delivery, or a delivery without an event": `
    select e.id, e.type, d.id, d.type
      from outbox_event e
      full join webhook_delivery d
        on d.partner_id = e.partner_id and d.type = e.type
       and d.resource_type = e.resource_type and d.resource_id = e.resource_id
     where e.id is null or d.id is null or replace(e.id, 'evt_', '') <> replace(d.id, 'whd_', '')`,
  "a delivery that has not arrived": `
    select id, type, status, attempts from webhook_delivery where status <> 'delivered'`,
  "a delivery whose attempts are not all on record": `
    select d.id, d.attempts, count(a.number)
      from webhook_delivery d left join webhook_attempt a on a.delivery_id = d.id
     group by d.id having count(a.number) <> d.attempts`,
  "money that the bank was found to hold for nobody": `
    select kind, subject, detail from staff_alert where kind <> 'capture_unknown'`,
};

/** Runs of functions that will never come to their end by themselves. */
export const stuckRuns: Readonly<Record<string, string>> = {
  "a run that failed": `
    select id, function_id, result from executor_run where status not in ('running', 'completed')`,
  "a run that goes on with nothing to do": `
    select r.id, r.function_id from executor_run r
     where r.status = 'running' and not exists (select from executor_job j where j.run_id = r.id)`,
  "a run that has ended with something left to do": `
    select r.id, r.function_id, j.step_id from executor_run r join executor_job j on j.run_id = r.id
     where r.status <> 'running'`,
  "something to do that nobody does": `
    select j.id, r.function_id, j.step_id, j.run_at from executor_job j join executor_run r on r.id = j.run_id
     where j.run_at < now() - interval '20 seconds'`,
};

/** Runs that are under way, those of the minute's rounds aside. */
export const openRuns: Readonly<Record<string, string>> = {
  "a run that sleeps or works": `
    select id, function_id from executor_run where status = 'running' and function_id !~ 'fire-due|expire-payments|expire-links'`,
};

/** The database of an instance, read beside it. */
export class Records {
  private constructor(private readonly client: pg.Client) {}

  static async open(url: string): Promise<Records> {
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => undefined);
    await client.connect();
    return new Records(client);
  }

  /** Every row that one of the queries finds, in words. */
  async findings(queries: Readonly<Record<string, string>>): Promise<string[]> {
    const found: string[] = [];
    for (const [what, query] of Object.entries(queries)) {
      const { rows } = await this.client.query(query);
      found.push(...rows.map((row) => `${what}: ${JSON.stringify(row)}`));
    }
    return found;
  }

  /** Status and amount (kuruş) of every payment there is, by its code. */
  async payments(): Promise<Map<string, { status: string; amount: number }>> {
    const { rows } = await this.client.query("select id, status, amount::float8 as amount from payment");
    return new Map(rows.map(({ id, status, amount }) => [id, { status, amount }]));
  }

  /** What the bank should hold: the amount (kuruş) of each captured payment, by the bank's order. */
  async capturedOrders(): Promise<Map<string, number>> {
    const { rows } = await this.client.query(
      `select a.bank_order_id as id, p.amount::float8 as amount
         from attempt a join payment p on p.id = a.payment_id
        where p.status = 'captured' and a.status = 'captured'`,
    );
    return new Map(rows.map(({ id, amount }) => [id, amount]));
  }

  async links(): Promise<Map<string, string>> {
    const { rows } = await this.client.query("select id, status from payment_link");
    return new Map(rows.map(({ id, status }) => [id, status]));
  }

  /** Deliveries, by the payment or the link that they are about. */
  async deliveries(): Promise<{ id: string; type: string; subject: string }[]> {
    const { rows } = await this.client.query(
      `select id, type, resource_id as subject from webhook_delivery
        where resource_type in ('payment', 'payment_link')`,
    );
    return rows;
  }

  /** Ends every sleep now, as hours of waiting would. */
  async wakeRuns(): Promise<void> {
    await this.client.query("update executor_job set run_at = now() where run_at > now()");
  }

  async close(): Promise<void> {
    await this.client.end();
  }
}
