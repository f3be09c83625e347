import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { settlementDueAt } from "@/server/domain/business-day";
import { hours, minutes, plusMs, seconds } from "@/server/domain/clock";
import { type OlderDatabase, openDatabaseBefore } from "@/server/testing/world/older-database";

// The migration corrects captures that were dated by their answer instead of by their request (D-74).
let database: OlderDatabase;
beforeAll(async () => {
  database = await openDatabaseBefore("20261123050000_bank_day_edges");
  await loadAccount();
  for (const capture of captures) await load(capture);
  for (const row of unfinished) await loadUnfinished(row);
  await database.migrate();
}, 60_000);
afterAll(() => database.drop());

const query = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await database.client.query<T>(text, values)).rows;

/** The midnight that ends Thursday in Istanbul. */
const midnight = new Date("2026-11-19T21:00:00.000Z");

interface Capture {
  readonly id: string;
  readonly sentAt: Date;
  readonly answeredAt: Date;
  readonly dayEnd?: string;
  readonly settlement?: "pending" | "paid_out";
}
/** A capture that was sent two seconds before the day-end and answered three seconds after it. */
const crossing = (id: string, changes: Partial<Capture> = {}): Capture => ({
  id,
  sentAt: plusMs(midnight, -seconds(2)),
  answeredAt: plusMs(midnight, seconds(3)),
  ...changes,
});
const captures: readonly Capture[] = [
  crossing("pay_over"),
  crossing("pay_collected", { settlement: "paid_out" }),
  crossing("pay_same_day", {
    sentAt: plusMs(midnight, -hours(2)),
    answeredAt: plusMs(midnight, seconds(5) - hours(2)),
  }),
  crossing("pay_late_bank", { dayEnd: "02:00" }),
  crossing("pay_late_bank_over", {
    dayEnd: "02:00",
    sentAt: plusMs(midnight, hours(2) - seconds(1)),
    answeredAt: plusMs(midnight, hours(2) + seconds(1)),
  }),
];

async function loadAccount(): Promise<void> {
  await query("insert into partner (id, name, webhook_secret, created_at) values ('prt_1', 'Shop', '', $1)", [
    midnight,
  ]);
  for (const dayEnd of ["00:00", "02:00"]) {
    await query(
      `insert into terminal (id, partner_id, name, bank, day_end_local, allowed_families, effective_counts, account, created_at)
       values ($3, 'prt_1', $1, 'isbank', $1, '{credit}', '{1}', '', $2)`,
      [dayEnd, midnight, `trm_${dayEnd}`],
    );
  }
  for (const day of ["2026-11-18T21:00:00.000Z", "2026-11-19T21:00:00.000Z", "2026-11-17T21:00:00.000Z"]) {
    await query(
      `insert into account_day (partner_id, day, captured_count, captured_amount, not_captured_count, refunded_count,
                                refunded_amount, commission_amount, net_amount, late)
       values ('prt_1', $1, 1, 1, 0, 0, 0, 0, 1, 0)`,
      [day],
    );
  }
}

async function load({ id, sentAt, answeredAt, dayEnd = "00:00", settlement = "pending" }: Capture): Promise<void> {
  await query(
    `insert into payment (id, partner_id, terminal_id, partner_tx_code, source, status, amount, installment, return_url,
                          ref_hash, ref_cipher, expires_at, created_at, counted_at, updated_at, captured_at,
                          capture_started_at, card_bin, card_last4, commission_amount)
     values ($1, 'prt_1', $2, $1, 'api', 'captured', 40000, 1, 'https://shop.test', $5, '',
             $4::timestamptz + interval '1 hour', $3, $3, $4, $4, $3, '552879', '0008', 1000)`,
    [id, `trm_${dayEnd}`, sentAt, answeredAt, Buffer.from(id)],
  );
  await query(
    `insert into attempt (id, payment_id, partner_id, status, bank_order_id, token_hash, token_cipher, nonce, language,
                          buyer_ip, card_bin, card_last4, commission_basis, rate_bps, created_at, updated_at, capture_sent_at)
     values ($4, $1, 'prt_1', 'captured', $4, $5, '', '', 'tr', '', '552879', '0008', 'gross', 250, $2, $3, $2)`,
    [id, sentAt, answeredAt, `att_${id}`, Buffer.from(id)],
  );
  await query(
    `insert into settlement (id, partner_id, payment_id, amount, due_at, status, created_at, updated_at)
     values ($5, 'prt_1', $1, 39000, $2, $3::"SettlementStatus", $4, $4)`,
    [id, settlementDueAt(answeredAt, dayEnd), settlement, answeredAt, `stl_${id}`],
  );
}

interface Unfinished {
  readonly id: string;
  readonly status: "capturing" | "declined";
  readonly alerts: readonly { readonly kind: string; readonly detail: string }[];
}
const money = (id: string, became: string): Unfinished => ({
  id,
  status: "declined",
  alerts: [{ kind: "money_without_payment", detail: `Order x: the bank holds 40000 kuruş; ${became}` }],
});
const unfinished: readonly Unfinished[] = [
  { id: "pay_capturing", status: "capturing", alerts: [] },
  money("pay_void_declined", "void declined (nothing_to_void)"),
  money("pay_void_approved", "void approved"),
  money("pay_was_voided", "it was voided"),
  money("pay_not_voided", "it was not voided"),
  {
    id: "pay_late",
    status: "declined",
    alerts: [{ kind: "late_approval", detail: "yet the bank approved" }],
  },
  { id: "pay_failed", status: "declined", alerts: [] },
];

async function loadUnfinished({ id, status, alerts }: Unfinished): Promise<void> {
  const hasEnded = status === "declined";
  await query(
    `insert into payment (id, partner_id, terminal_id, partner_tx_code, source, status, amount, installment, return_url,
                          ref_hash, ref_cipher, expires_at, created_at, counted_at, updated_at, capture_started_at, failed_at,
                          failure_code)
     values ($1, 'prt_1', 'trm_00:00', $1, 'api', $3::"PaymentStatus", 40000, 1, 'https://shop.test', $4, '',
             $2::timestamptz + interval '1 hour', $2, $2, $2, $2, $5, $6)`,
    [
      id,
      midnight,
      hasEnded ? "failed" : "initiated",
      Buffer.from(id),
      hasEnded ? midnight : null,
      hasEnded ? "capture_declined" : null,
    ],
  );
  await query(
    `insert into attempt (id, payment_id, partner_id, status, bank_order_id, token_hash, token_cipher, nonce, language,
                          buyer_ip, card_bin, card_last4, commission_basis, rate_bps, created_at, updated_at, capture_sent_at)
     values ($3, $1, 'prt_1', $5::"AttemptStatus", $3, $4, '', '', 'tr', '', '552879', '0008', 'gross', 250, $2, $2, $2)`,
    [id, midnight, `att_${id}`, Buffer.from(id), status],
  );
  for (const { kind, detail } of alerts) {
    await query("insert into staff_alert (id, kind, subject, detail, created_at) values ($1 || $2, $2, $1, $3, $4)", [
      id,
      kind,
      detail,
      midnight,
    ]);
  }
}

const readAttempt = async (id: string) => {
  const [row] = await query<{ approvedAt: Date | null; alertAt: Date | null }>(
    `select approved_at as "approvedAt", alert_at as "alertAt" from attempt where payment_id = $1`,
    [id],
  );
  return row;
};

test("sets the alert of a running capture to 15 minutes after it was sent", async () => {
  expect(await readAttempt("pay_capturing")).toEqual({
    approvedAt: null,
    alertAt: plusMs(midnight, minutes(15)),
  });
});

test.each(["pay_void_declined", "pay_not_voided", "pay_late"])(
  "%s, whose money the bank has and did not give back, is marked as approved for a manual settlement",
  async (id) => expect(await readAttempt(id)).toEqual({ approvedAt: midnight, alertAt: null }),
);

test.each(["pay_void_approved", "pay_was_voided", "pay_failed"])("%s is not marked", async (id) =>
  expect(await readAttempt(id)).toEqual({ approvedAt: null, alertAt: null }),
);

const readState = async (id: string) => {
  const [row] = await query<{ capturedAt: Date; dueAt: Date }>(
    `select p.captured_at as "capturedAt", s.due_at as "dueAt" from payment p join settlement s on s.payment_id = p.id
      where p.id = $1`,
    [id],
  );
  const alerts = await query<{ detail: string }>(
    "select detail from staff_alert where subject = $1 and kind = 'booked_on_wrong_day'",
    [id],
  );
  return { ...row, alerts: alerts.map(({ detail }) => detail) };
};
const dueBySending = ({ sentAt, dayEnd = "00:00" }: Capture): Date => settlementDueAt(sentAt, dayEnd);
const getCapture = (id: string): Capture => captures.find((capture) => capture.id === id) ?? crossing(id);

describe("a capture that was sent on one bank day and answered on the next", () => {
  test.each(["pay_over", "pay_late_bank_over"])(
    "%s is dated by its request, its settlement is due by that date, and staff get an alert",
    async (id) => {
      const capture = getCapture(id);
      const { capturedAt, dueAt, alerts } = await readState(id);
      expect(capturedAt).toEqual(capture.sentAt);
      expect(dueAt).toEqual(dueBySending(capture));
      expect(dueAt).not.toEqual(settlementDueAt(capture.answeredAt, capture.dayEnd ?? "00:00"));
      expect(alerts).toEqual([expect.stringContaining("is dated by that now")]);
    },
  );

  test("does not change a settlement that was collected, and the alert says so", async () => {
    const { capturedAt, dueAt, alerts } = await readState("pay_collected");
    const capture = getCapture("pay_collected");
    expect(capturedAt).toEqual(capture.sentAt);
    expect(dueAt).toEqual(settlementDueAt(capture.answeredAt, "00:00"));
    expect(alerts).toEqual([expect.stringContaining("its settlement was collected by then")]);
  });

  test("removes the kept sums of the two days between which it moves, and no others", async () => {
    const kept = await query<{ day: Date }>("select day from account_day");
    expect(kept.map(({ day }) => day.toISOString())).toEqual(["2026-11-17T21:00:00.000Z"]);
  });
});

test.each(["pay_same_day", "pay_late_bank"])("%s, sent and answered on one bank day, is not changed", async (id) => {
  const capture = getCapture(id);
  const { capturedAt, dueAt, alerts } = await readState(id);
  expect(capturedAt).toEqual(capture.answeredAt);
  expect(dueAt).toEqual(settlementDueAt(capture.answeredAt, capture.dayEnd ?? "00:00"));
  expect(alerts).toEqual([]);
});
