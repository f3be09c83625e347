import { afterAll, beforeAll, expect, test } from "vitest";
import { type OlderDatabase, openDatabaseBefore } from "@/server/testing/world/older-database";

// The migration introduces times, ways and baselines and converts existing refunds.
let database: OlderDatabase;
const createdAt = new Date("2026-11-01T09:00:00.000Z");
const resolvedAt = new Date("2026-11-03T09:00:00.000Z");

const refunds = [
  { id: "rf_1", method: "void", status: "approved" },
  { id: "rf_2", method: "credit", status: "approved" },
  { id: "rf_3", method: "void", status: "declined" },
  { id: "rf_4", method: "credit", status: "pending" },
  { id: "rf_5", method: "void", status: "pending" },
];

beforeAll(async () => {
  database = await openDatabaseBefore("20261123050200_refund_times");
  // This bypasses the triggers and foreign keys, which would require a captured payment for each refund.
  await database.client.query("set session_replication_role = replica");
  for (const { id, method, status } of refunds) {
    await database.client.query(
      `insert into refund (id, partner_id, payment_id, attempt_id, partner_refund_code, method, status, amount, bank_key,
                           created_at, updated_at, resolved_at, failure_code)
       values ($1, 'prt_1', $1, $1, $1, $2::"RefundMethod", $3::"RefundStatus", 1, $1, $4, $4,
               case when $3 <> 'pending' then $5::timestamptz end,
               case when $3 = 'declined' then 'not_processed'::"RefundFailure" end)`,
      [id, method, status, createdAt.toISOString(), resolvedAt.toISOString()],
    );
  }
  await database.client.query("set session_replication_role = default");
  await database.migrate();
}, 120_000);
afterAll(() => database.drop());

test("dates each refund as sent at its creation by its method, and the approved ones as done then", async () => {
  const { rows } = await database.client.query("select * from refund order by id");
  expect(rows).toMatchObject(
    refunds.map(({ method, status }) => ({
      method,
      way: method,
      status,
      created_at: createdAt,
      sent_at: createdAt,
      done_at: status === "approved" ? createdAt : null,
    })),
  );
});

test("gives existing credits an unreadable baseline, so that none counts as never sent", async () => {
  const { rows } = await database.client.query("select method::text, baseline from refund order by id");
  expect(rows.map(({ method, baseline }) => [method, baseline])).toEqual(
    refunds.map(({ method }) => [method, method === "credit" ? "unreadable" : null]),
  );
});
