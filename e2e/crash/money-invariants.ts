import { expect } from "@playwright/test";
import type { WebhookReceiver } from "../support/webhook-receiver";
import { expectAllReportedOnce, expectLedgerToAgree, sorted } from "./invariants";
import { moneyRules } from "./money-rules";
import { expectRunsToEnd } from "./outcome";
import type { Records } from "./records";
import { settledWithChargebacks } from "./settled";
import type { Doing } from "./steps";

/** Expects that books, bank and receivers agree, after everything has ended. */
export async function expectMoneyKept(records: Records, receivers: readonly WebhookReceiver[]): Promise<void> {
  expect(await records.findings({ ...settledWithChargebacks, ...moneyRules })).toEqual([]);
  await expectLedgerToAgree(records);
  await expectAllReportedOnce(records, receivers);
  await expectPayoutsReportedOnce(records, receivers);
  await expectRunsToEnd(records);
}

/**
 * Expects that each payout that has arrived or failed was reported to its merchant under one delivery id with the same
 * bytes each time, and that no other payout was.
 */
async function expectPayoutsReportedOnce(records: Records, receivers: readonly WebhookReceiver[]): Promise<void> {
  const notices = receivers.flatMap((receiver) => receiver.notices);
  const told = notices.filter(({ event }) => event.type.startsWith("payout."));
  const bodies = [...new Set(told.map(({ body }) => body.toString()))].map((body) => JSON.parse(body));
  expect(sorted(bodies.map(({ type, payoutBatchId }) => `${type} ${payoutBatchId}`))).toEqual(
    sorted((await records.endedPayouts()).map(({ id, status }) => `payout.${status} ${id}`)),
  );
  expect(sorted(bodies.map(({ id }) => id))).toEqual(sorted(await records.payoutDeliveries()));
}

/**
 * Expects that no step was done twice: at most one of its calls succeeded, and where none did, a call without an answer
 * has done it.
 */
export function expectDoneOnce(doings: readonly Doing[]): void {
  const exclusive = doings.filter(({ mayRepeat }) => !mayRepeat);
  expect(exclusive.filter(({ succeeded, lost }) => succeeded > 1 || (succeeded === 0 && lost === 0))).toEqual([]);
}
