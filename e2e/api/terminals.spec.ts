import { expect, test } from "@playwright/test";
import { changePartner, changeTerminal } from "../support/controls";
import { expectError } from "../support/envelope";
import { Merchant } from "../support/merchant";
import { amountLimited, demo, hostRestricted, other, sandbox } from "../support/product";

const merchant = new Merchant(sandbox.apiUrl, demo);

test.describe("403 with the same message for a terminal that this account may not use", () => {
  const terminals: [name: string, terminalId: string][] = [
    ["inactive", demo.terminals.inactive],
    ["of another account", other.terminals.default],
    ["that does not exist", "trm_01K8Z3V9QH4R5T6W7X8Y9Z0A1B"],
    ["with a quote in its name", "trm_' or 1=1 --"],
    ["in other case", demo.terminals.default.toUpperCase()],
  ];
  for (const [name, terminalId] of terminals) {
    test(`403 ${name}`, async () => {
      const request = merchant.request({ terminalId });
      const message = expectError(await merchant.post(request), 403, "terminal_not_allowed");
      expect(message).toBe(
        "The terminal does not belong to this account, is inactive, or does not take this kind of card.",
      );
      expectError(await merchant.find(String(request.partnerTxCode)), 404, "payment_not_found");
    });
  }
});

test.describe("installments by the terminal's set", () => {
  const allowed: [terminal: keyof typeof demo.terminals, installment: number][] = [
    ["default", 1],
    ["default", 12],
    ["singleOnly", 1],
    ["installmentsOnly", 2],
    ["installmentsOnly", 12],
  ];
  for (const [terminal, installment] of allowed) {
    test(`201 ${installment} at ${terminal}`, async () => {
      const answer = await merchant.create({ terminalId: merchant.terminal(terminal), installment });
      expect(answer.status, answer.text).toBe(201);
    });
  }
  const refused: [terminal: keyof typeof demo.terminals, installment: number | null][] = [
    ["default", 0],
    ["default", -1],
    ["default", 4],
    ["default", 13],
    ["default", 2_147_483_647],
    ["default", -2_147_483_648],
    ["singleOnly", 2],
    ["installmentsOnly", 1],
    ["installmentsOnly", null],
  ];
  for (const [terminal, installment] of refused) {
    test(`422 ${installment} at ${terminal}`, async () => {
      const request = merchant.request({ terminalId: merchant.terminal(terminal), installment });
      expectError(await merchant.post(request), 422, "installment_not_allowed");
      expectError(await merchant.find(String(request.partnerTxCode)), 404, "payment_not_found");
    });
  }
});

test("422 for a count that the account's restriction excludes", async () => {
  const account = new Merchant(sandbox.apiUrl, hostRestricted);
  await changePartner(hostRestricted.partnerId, { installmentCounts: [1, 3] });
  expectError(await account.create({ installment: 2 }), 422, "installment_not_allowed");
  expect((await account.create({ installment: 3 })).status).toBe(201);
  await changePartner(hostRestricted.partnerId, { installmentCounts: null });
  expect((await account.create({ installment: 2 })).status).toBe(201);
});

test("201 at a terminal with an inactive bank connection; only the handoff refuses", async () => {
  for (const terminal of ["virtualPosInactive", "pspInactive"] as const) {
    expect((await merchant.create({ terminalId: merchant.terminal(terminal) })).status).toBe(201);
  }
});

test("201 with 135 minutes at the alternate provider and 30 elsewhere", async () => {
  for (const [terminal, minutes] of [
    ["alternate", 135],
    ["default", 30],
  ] as const) {
    const { paymentCode } = await merchant.created({ terminalId: merchant.terminal(terminal) });
    const { createdAt, expiresAt } = await merchant.payment(paymentCode);
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(minutes * 60_000);
  }
});

test("422 for an amount above a terminal's limit of one payment, without revealing the limit", async () => {
  const account = new Merchant(sandbox.apiUrl, hostRestricted);
  const terminalId = hostRestricted.terminals.limited;
  await changeTerminal(terminalId, {
    limits: { perTx: 1000, daily: null, weekly: null, monthly: null, windows: [] },
  });
  const request = account.request({ terminalId, amount: 1001 });
  const message = expectError(await account.post(request), 422, "pos_per_tx_limit_exceeded");
  expect(message).not.toMatch(/\d/);
  expect((await account.post({ ...request, amount: 1000 })).status, "the order code stayed free").toBe(201);
});

test("422 in the order of the contract when several checks fail", async () => {
  const account = new Merchant(sandbox.apiUrl, amountLimited);
  const terminalId = amountLimited.terminals.creditOnly;
  const everyHour = [
    { from: "00:00", to: "12:00", max: 0 },
    { from: "12:00", to: "00:00", max: 0 },
  ];
  const all = { perTx: 10_000, daily: 10_000, weekly: 10_000, monthly: 10_000, windows: everyHour };
  await changeTerminal(terminalId, { limits: all });
  const create = (changes: object) => account.create({ terminalId, amount: 10_001, ...changes });
  const worst = { amount: 50_001, installment: 99 };
  expectError(await create({ ...worst, terminalId: "trm_x" }), 403, "terminal_not_allowed");
  expectError(await create(worst), 422, "amount_limit_exceeded");
  expectError(await create({ installment: 99 }), 422, "installment_not_allowed");
  expectError(await create({}), 422, "pos_per_tx_limit_exceeded");
  expectError(await create({ amount: 10_000 }), 422, "pos_time_window_limit_exceeded");
  const none = { perTx: null, daily: null, weekly: null, monthly: null, windows: [] };
  for (const period of ["daily", "weekly", "monthly"] as const) {
    await changeTerminal(terminalId, { limits: { ...none, [period]: 10_000 } });
    expectError(await create({}), 422, `pos_${period}_limit_exceeded`);
  }
  await changeTerminal(terminalId, { limits: none });
});
