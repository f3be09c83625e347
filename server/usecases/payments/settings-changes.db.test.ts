import type { PoolClient } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hours } from "@/server/domain/clock";
import { cardFamilies } from "@/server/domain/pricing/installments";
import { Secret } from "@/server/domain/secret";
import { createPaymentJourney } from "@/server/testing/journeys/payment";
import { openTestWorld, type TestWorld, testCard, testTerminals } from "@/server/testing/world/world";
import { updatePartnerSettings } from "../accounts/update-partner-settings";
import { updateTerminalSettings } from "../accounts/update-terminal-settings";
import { findInstallmentOptions } from "../pricing/queries";
import { openCardForm } from "./open-card-form";
import { openPanelPayment } from "./open-panel-payment";

// Tests what a change of settings does to a payment that exists already (D-58), with a bank that is called before its
// page, so that a call for a refused card would be seen.
let world: TestWorld;
let journey: ReturnType<typeof createPaymentJourney>;
beforeAll(async () => {
  world = await openTestWorld({ bankCan: { prepare: true } });
  journey = createPaymentJourney(world);
});
afterAll(() => world.close());

const setAccount = (changes: object) => updatePartnerSettings(world.ctx, { partnerId: "prt_ours", changes });
const setTerminal = (changes: object) => updateTerminalSettings(world.ctx, { terminalId: testTerminals.ours, changes });
const setLimits = (perTx: bigint | null) =>
  updateTerminalSettings(world.ctx, { terminalId: testTerminals.limited, changes: { limits: { perTx } } });

beforeEach(() => {
  world.bank.calls.length = 0;
  // A new day, so that the daily limit of the terminal with limits is not used up.
  world.clock.advanceMs(hours(24));
});
afterEach(async () => {
  await setAccount({
    status: "active",
    acceptanceHeld: false,
    minAmount: null,
    maxAmount: null,
    installmentCounts: [],
  });
  await setTerminal({ active: true, virtualPosActive: true, pspActive: true, effectiveCounts: [1, 3] });
  await setTerminal({ supportsForeign: true, allowedFamilies: [...cardFamilies] });
  await updateTerminalSettings(world.ctx, {
    terminalId: testTerminals.limited,
    changes: { active: true, virtualPosActive: true, pspActive: true },
  });
  await setLimits(50_000n);
});

const debit = "4508030000000006";
const foreign = "4242424242424242";

/** Expects that nothing came of a handoff: no attempt, no call to the bank, and the whole allowance left. */
async function expectUntouched(paymentCode: string): Promise<void> {
  const row = await world.db.prisma.payment.findUniqueOrThrow({ where: { id: paymentCode } });
  expect(row).toMatchObject({ status: "initiated", attemptsUsed: 0, prepareStartedAt: null });
  expect(await world.db.prisma.attempt.count({ where: { paymentId: paymentCode } })).toBe(0);
  expect(world.bank.calls).toEqual([]);
}

describe("the account's amount limits (D-57)", () => {
  test.each([
    ["above a new maximum", { maxAmount: 39_999n }],
    ["below a new minimum", { minAmount: 40_001n }],
  ])("422 amount_limit_exceeded %s, for the card and for the card form, without a trace", async (_what, limits) => {
    const { paymentRef, paymentCode } = await journey.create();
    await setAccount(limits);
    const refused = { kind: "rejected", code: "amount_limit_exceeded", canRetry: false };
    // More refusals than the allowance has cards.
    for (let n = 0; n < 6; n++) expect(await journey.start(paymentRef)).toMatchObject(refused);
    expect(await openCardForm(world.ctx, { paymentRef })).toMatchObject(refused);
    await expectUntouched(paymentCode);
    await setAccount({ minAmount: null, maxAmount: null });
    expect(await journey.start(paymentRef)).toMatchObject({ kind: "form" });
  });

  test("200 at both bounds", async () => {
    const { paymentRef } = await journey.create();
    await setAccount({ minAmount: 40_000n, maxAmount: 40_000n });
    expect(await journey.start(paymentRef)).toMatchObject({ kind: "form" });
  });

  test("422 when a payment of the panel is opened again", async () => {
    const { paymentCode } = await journey.create({ source: "panel" });
    await setAccount({ maxAmount: 1n });
    const opened = openPanelPayment(world.ctx, { partnerId: world.caller.partnerId, paymentCode });
    await expect(opened).rejects.toMatchObject({ code: "amount_limit_exceeded" });
  });

  test("422 after account, terminal, virtual POS and provider, and before card format, family and bank limits", async () => {
    const { paymentRef, paymentCode } = await journey.create();
    await setAccount({ status: "closed", maxAmount: 1n });
    await setTerminal({ active: false, virtualPosActive: false, pspActive: false });
    await setTerminal({ allowedFamilies: ["debit"], supportsForeign: false, limits: { perTx: 1n } });
    const wrong = { ...testCard(foreign), cv2: new Secret("1") };
    const repairs: [code: string, repair: () => Promise<unknown>][] = [
      ["partner_not_active", () => setAccount({ status: "active" })],
      ["virtual_pos_inactive", () => setTerminal({ active: true })],
      ["virtual_pos_inactive", () => setTerminal({ virtualPosActive: true })],
      ["psp_inactive", () => setTerminal({ pspActive: true })],
      ["amount_limit_exceeded", () => setAccount({ maxAmount: null })],
    ];
    for (const [code, repair] of repairs) {
      expect(await journey.start(paymentRef, wrong)).toMatchObject({ code });
      await repair();
    }
    expect(await journey.start(paymentRef, wrong)).toMatchObject({ code: "validation_error" });
    await expectUntouched(paymentCode);
    const unsupported = { code: "virtual_pos_card_type_not_supported" };
    expect(await journey.start(paymentRef, testCard(foreign))).toMatchObject(unsupported);
    await setTerminal({ allowedFamilies: [...cardFamilies], supportsForeign: true });
    expect(await journey.start(paymentRef, testCard(foreign))).toMatchObject({ kind: "limit" });
    await setTerminal({ limits: { perTx: null } });
    expect(await journey.start(paymentRef, testCard(foreign))).toMatchObject({ kind: "form" });
  });
});

describe("what creation fixed", () => {
  test.each([
    ["the account", () => setAccount({ installmentCounts: [1] })],
    ["the terminal", () => setTerminal({ effectiveCounts: [1] })],
  ])(
    "200 for a count that %s does not permit any more, of which look-ups and creation know nothing",
    async (who, narrow) => {
      const { paymentRef, paymentCode } = await journey.create({ installment: 3, partnerTxCode: `count-${who}` });
      await narrow();
      const { options } = await findInstallmentOptions(world.ctx, {
        caller: await world.signIn(),
        terminalId: testTerminals.ours,
        bin8: "55287900",
        baseAmountKurus: null,
        customerShareBps: 0,
      });
      expect(options.map(({ installmentCount }) => installmentCount)).toEqual([1]);
      await expect(journey.create({ installment: 3 })).rejects.toMatchObject({ code: "installment_not_allowed" });
      const replay = await journey.create({ installment: 3, partnerTxCode: `count-${who}` });
      expect(replay).toMatchObject({ paymentCode, idempotentReplay: true });
      expect(await journey.start(paymentRef)).toMatchObject({ kind: "form" });
      const [asked] = world.bank.calls;
      expect(asked).toMatchObject({ kind: "prepare", order: { installment: 3, amountKurus: 40_000n } });
    },
  );

  test("200 for a replay of a creation outside the limits of now, whose card is then refused", async () => {
    const request = { partnerTxCode: "before-the-limit" };
    const created = await journey.create(request);
    await setAccount({ maxAmount: 1n });
    expect(await journey.create(request)).toEqual({ ...created, idempotentReplay: true });
    await expect(journey.create()).rejects.toMatchObject({ code: "amount_limit_exceeded" });
    expect(await journey.start(created.paymentRef)).toMatchObject({ code: "amount_limit_exceeded" });
  });

  test("captures what was at the bank before account, terminal and limits changed", async () => {
    const { paymentCode, token } = await journey.createAtBank();
    await setAccount({ status: "closed", acceptanceHeld: true, maxAmount: 1n, installmentCounts: [1] });
    await setTerminal({ active: false, virtualPosActive: false, pspActive: false, allowedFamilies: ["debit"] });
    await journey.returnFromBank(token);
    await world.settled();
    expect(await journey.getPayment(paymentCode)).toMatchObject({ status: "captured", amount: 40_000n });
  });
});

describe("a hold and a suspension", () => {
  test.each([
    ["a hold", { acceptanceHeld: true }],
    ["a suspension", { status: "suspended" }],
  ])("200 for the card form and the card in spite of %s (D-44)", async (_what, changes) => {
    const { paymentRef } = await journey.create();
    await setAccount(changes);
    expect(await openCardForm(world.ctx, { paymentRef })).toMatchObject({ kind: "open" });
    expect(await journey.start(paymentRef)).toMatchObject({ kind: "form" });
  });
});

describe("a change while the card waits for a lock", () => {
  const countWaiting = async () => {
    const { rows } = await world.db.pool.query(
      `select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0].n;
  };

  /**
   * Hands a card over while another transaction holds a row that the handoff locks, and makes the change meanwhile.
   * @param change gets the transaction that holds the row, for a change of that row
   */
  async function startDuring(
    change: (holder: PoolClient) => Promise<unknown>,
    table: "payment" | "terminal" = "payment",
    terminalId: string = testTerminals.ours,
  ) {
    const { paymentRef, paymentCode } = await journey.create({ terminalId });
    const holder = await world.db.pool.connect();
    try {
      await holder.query("begin");
      const id = table === "payment" ? paymentCode : terminalId;
      await holder.query(`select 1 from ${table} where id = $1 for no key update`, [id]);
      const started = journey.start(paymentRef);
      await expect.poll(countWaiting).toBe(1);
      await change(holder);
      await holder.query("commit");
      return { paymentCode, started: await started };
    } finally {
      holder.release();
    }
  }

  test.each([
    ["amount_limit_exceeded", () => setAccount({ maxAmount: 39_999n })],
    ["partner_not_active", () => setAccount({ status: "closed" })],
    ["virtual_pos_inactive", () => setTerminal({ active: false })],
    ["virtual_pos_inactive", () => setTerminal({ virtualPosActive: false })],
    ["psp_inactive", () => setTerminal({ pspActive: false })],
  ])("%s by the settings under the lock, without a trace (%#)", async (code, change) => {
    const { paymentCode, started } = await startDuring(change);
    expect(started).toMatchObject({ kind: "rejected", code, canRetry: false });
    await expectUntouched(paymentCode);
  });

  const setHeldTerminal = (column: string) => (holder: PoolClient) =>
    holder.query(`update terminal set ${column} = false where id = $1`, [testTerminals.limited]);

  test.each([
    ["amount_limit_exceeded", () => setAccount({ maxAmount: 39_999n })],
    ["partner_not_active", () => setAccount({ status: "closed" })],
    ["virtual_pos_inactive", setHeldTerminal("active")],
    ["virtual_pos_inactive", setHeldTerminal("virtual_pos_active")],
    ["psp_inactive", setHeldTerminal("psp_active")],
  ])("%s after the wait for the terminal with limits too, without a trace (%#)", async (code, change) => {
    const { paymentCode, started } = await startDuring(change, "terminal", testTerminals.limited);
    expect(started).toMatchObject({ kind: "rejected", code, canRetry: false });
    await expectUntouched(paymentCode);
  });

  test("200 when the change permits the payment", async () => {
    const { started } = await startDuring(() => setAccount({ acceptanceHeld: true, maxAmount: 40_000n }));
    expect(started).toMatchObject({ kind: "form" });
  });
});

test("a bank limit that was lowered after creation is the sterile page (§4.7 rule 5), and the debit card then pays", async () => {
  const { paymentRef, paymentCode } = await journey.create({ terminalId: testTerminals.limited });
  await setLimits(39_999n);
  expect(await journey.start(paymentRef)).toMatchObject({ kind: "limit" });
  expect(await world.db.prisma.attempt.findMany({ where: { paymentId: paymentCode } })).toMatchObject([
    { status: "rejected", declineReason: "amount_not_accepted", bankCode: null },
  ]);
  expect(world.bank.calls).toEqual([]);
  await setLimits(40_000n);
  expect(await journey.start(paymentRef, testCard(debit))).toMatchObject({ kind: "form" });
});
