import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  attemptStates,
  correctionStates,
  deliveryStates,
  linkStates,
  paymentStates,
  payoutStates,
  refundRequestStates,
  refundStates,
} from "@/server/domain/states";
import { differenceKinds } from "../domain/bank-days/compare-day";
import { lineKinds } from "../domain/bank-days/day-line";
import { chargebackStates } from "../domain/chargebacks/chargeback-states";
import { correctionKinds } from "../domain/corrections/correction";
import { payoutFailures } from "../domain/payouts/payout-inputs";
import { settlementStates } from "../domain/payouts/settlement-status";
import { refundFailures, refundMethods } from "../domain/refunds/refund-policy";

const read = (folder: string, ending: string): [string, string][] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => [`${folder}/${name}`, readFileSync(`${folder}/${name}`, "utf8")]);

const schema = read("prisma/schema", ".prisma");
const sql = read("prisma/migrations", ".sql");
const code = read("server/store", ".ts").filter(([name]) => !name.endsWith(".test.ts"));

test("no instant comes from the database's clock (D-47)", () => {
  expect(schema.length).toBeGreaterThan(3);
  expect(sql.length).toBeGreaterThan(0);
  for (const [name, text] of schema) expect(text, name).not.toMatch(/now\(\)|@updatedAt/);
  const clocks =
    /(?<![.\w])now\(\)(?!:)|current_timestamp|current_date|clock_timestamp|localtimestamp|transaction_timestamp/i;
  // The doctor compares the clocks, and the file that reads this one for it writes nothing (D-326).
  const comparing = "server/store/installation.ts";
  for (const [name, text] of [...sql, ...code]) {
    expect(text, name).not.toMatch(name === comparing ? /insert|update|create|upsert|\$execute/i : clocks);
  }
});

test("every instant column has a time zone, and every amount column has 64 bits", () => {
  for (const [name, text] of schema) {
    for (const line of text.split("\n")) {
      // A calendar day is not an instant and has no zone.
      if (/\bDateTime\b/.test(line)) expect(line, name).toMatch(/@db\.(Timestamptz\(3\)|Date$)/);
      if (/^\s+\w*([aA]mount|[fF]ee|limit(PerTx|Daily|Weekly|Monthly))\b/.test(line))
        expect(line, name).toContain("BigInt");
      expect(line, name).not.toMatch(/\b(Float|Decimal)\b/);
    }
  }
});

test("unique indexes enforce the rules that races could break", () => {
  const all = sql.map(([, text]) => text).join("\n");
  for (const index of [
    "payment_active_code",
    "attempt_in_flight",
    "attempt_captured",
    "payment_of_link",
    "refund_pending",
    "refund_partner_id_partner_refund_code_key",
    "refund_bank_key_key",
    "refund_request_waiting",
    "panel_user_email",
    "settlement_of_capture",
    "settlement_refund_id_key",
    "settlement_correction_id_key",
    "correction_waiting",
    "ledger_of_payout",
    "bank_day_line_entry",
    "settlement_of_chargeback",
    "payout_reissued",
  ]) {
    const [created, dropped] = [`CREATE UNIQUE INDEX "${index}"`, `DROP INDEX "${index}"`];
    expect(all).toContain(created);
    expect(all.lastIndexOf(created), `${index} is dropped only to be created again`).toBeGreaterThan(
      all.lastIndexOf(dropped),
    );
  }
});

test.each([
  ["PaymentStatus", paymentStates],
  ["AttemptStatus", attemptStates],
  ["LinkStatus", linkStates],
  ["DeliveryStatus", deliveryStates],
  ["RefundStatus", refundStates],
  ["RefundRequestStatus", refundRequestStates],
  ["PayoutStatus", payoutStates],
  ["PayoutFailure", payoutFailures],
  ["SettlementStatus", settlementStates],
  ["CorrectionStatus", correctionStates],
  ["CorrectionKind", correctionKinds],
  ["BankLineKind", lineKinds],
  ["ChargebackStatus", chargebackStates],
  ["BankDifferenceKind", differenceKinds],
  ["RefundMethod", refundMethods],
  ["RefundFailure", refundFailures],
])("the database's enum %s has exactly the values that the domain declares", (name, values) => {
  const all = schema.map(([, text]) => text).join("\n");
  const body = new RegExp(`^enum ${name} \\{([^}]*)\\}`, "m").exec(all)?.[1] ?? "";
  const stored = body.split("\n").map((line) => line.replace(/\/\/.*/, "").trim());
  expect(stored.filter((value) => value !== "").sort()).toEqual([...values].sort());
});
