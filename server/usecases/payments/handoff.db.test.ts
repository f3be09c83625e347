import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { minutes } from "@/server/domain/clock";
import { Secret } from "@/server/domain/secret";
import { createPaymentJourney } from "@/server/testing/journeys/payment";
import { openTestWorld, type TestWorld, testCard, testTerminals } from "@/server/testing/world/world";
import { updatePartnerSettings } from "../accounts/update-partner-settings";
import { updateTerminalSettings } from "../accounts/update-terminal-settings";
import { openCardForm } from "./open-card-form";

let world: TestWorld;
let journey: ReturnType<typeof createPaymentJourney>;
beforeAll(async () => {
  world = await openTestWorld();
  journey = createPaymentJourney(world);
});
afterAll(() => world.close());

const debit = "4508030000000006";
const foreign = "4242424242424242";

describe("startHandoff", () => {
  test("returns the bank's form for the stored amount and keeps only the BIN and the last four digits", async () => {
    const { paymentRef, paymentCode } = await journey.create();
    const started = await journey.start(paymentRef);
    expect(started).toMatchObject({ kind: "form", form: { action: "http://bank.test/gate" } });
    const attempt = await world.db.prisma.attempt.findFirstOrThrow({ where: { paymentId: paymentCode } });
    expect(attempt).toMatchObject({
      status: "started",
      cardBin: "552879",
      cardLast4: "0008",
      cardBrand: "paraf",
    });
    expect(attempt.bankOrderId).toMatch(/^[A-Z0-9]{20}$/);
    const { rows } = await world.db.pool.query("select attempt::text as line from attempt where id = $1", [attempt.id]);
    expect(rows[0].line).not.toContain("5528790000000008");
  });

  test("409 for the second start of 3-D Secure, also when 20 browsers race", async () => {
    const { paymentRef, paymentCode } = await journey.create();
    const all = await Promise.all(Array.from({ length: 20 }, () => journey.start(paymentRef)));
    expect(all.filter((one) => one.kind === "form")).toHaveLength(1);
    const others = all.filter((one) => one.kind === "rejected");
    expect(new Set(others.map((one) => one.code))).toEqual(new Set(["payment_prepare_already_started"]));
    expect(await world.db.prisma.attempt.count({ where: { paymentId: paymentCode } })).toBe(1);
    expect(await openCardForm(world.ctx, { paymentRef })).toMatchObject({
      code: "payment_prepare_already_started",
    });
  });

  test("404 for an unknown reference and for an expired one", async () => {
    for (const ref of ["nonsense", "A".repeat(43)]) {
      expect(await journey.start(ref)).toMatchObject({ code: "payment_ref_invalid", view: null });
    }
    const { paymentRef, paymentCode } = await journey.create();
    world.clock.advanceMs(minutes(30));
    expect(await journey.start(paymentRef)).toMatchObject({ code: "payment_ref_expired", canRetry: false });
    expect(await journey.getPayment(paymentCode)).toMatchObject({ status: "expired" });
  });

  test("400 for invalid card fields, without counting an attempt", async () => {
    const { paymentRef } = await journey.create();
    const wrong = { ...testCard("5528790000000009"), cv2: new Secret("12") };
    for (let i = 0; i < 6; i++) {
      expect(await journey.start(paymentRef, wrong)).toMatchObject({
        code: "validation_error",
        fields: { pan: "wrong", cv2: "wrong" },
        canRetry: true,
      });
    }
    expect(await journey.start(paymentRef)).toMatchObject({ kind: "form" });
  });

  test("422 counts rejected cards; the fifth locks the payment and notifies the merchant once", async () => {
    const { paymentRef, paymentCode } = await journey.create({ installment: 3 });
    for (let n = 1; n <= 5; n++) {
      expect(await journey.start(paymentRef, testCard(debit))).toMatchObject({
        code: "installment_not_allowed",
        canRetry: n < 5,
      });
    }
    expect(await journey.start(paymentRef)).toMatchObject({ code: "card_attempt_limit_exceeded" });
    expect(await journey.getPayment(paymentCode)).toMatchObject({
      status: "failed",
      failureCode: "card_attempt_limit_exceeded",
    });
    expect(await journey.listEvents(paymentCode)).toEqual(["payment.failed"]);
  });

  test("429 for the sixth of six cards that race on one reference; five are counted", async () => {
    const { paymentRef } = await journey.create({ installment: 3 });
    const all = await Promise.all(Array.from({ length: 6 }, () => journey.start(paymentRef, testCard(debit))));
    const codes = all.map((one) => (one.kind === "rejected" ? one.code : one.kind)).sort();
    expect(codes).toEqual(["card_attempt_limit_exceeded", ...Array(5).fill("installment_not_allowed")]);
  });

  test("422 for a barred family and for an unsupported foreign card, which both count", async () => {
    const change = (changes: object) => updateTerminalSettings(world.ctx, { terminalId: testTerminals.ours, changes });
    const { paymentRef, paymentCode } = await journey.create();
    await change({ supportsForeign: false, allowedFamilies: ["credit", "foreign"] });
    for (const pan of [foreign, debit]) {
      expect(await journey.start(paymentRef, testCard(pan))).toMatchObject({
        code: "virtual_pos_card_type_not_supported",
      });
    }
    await change({ supportsForeign: true, allowedFamilies: ["credit", "debit", "prepaid", "foreign"] });
    const row = await world.db.prisma.payment.findUniqueOrThrow({ where: { id: paymentCode } });
    expect(row).toMatchObject({ attemptsUsed: 2, status: "initiated", prepareStartedAt: null });
    expect(await journey.start(paymentRef, testCard(foreign))).toMatchObject({ kind: "form" });
  });

  test.each([
    ["virtual_pos_inactive", { virtualPosActive: false }, { virtualPosActive: true }],
    ["virtual_pos_inactive", { active: false }, { active: true }],
    ["psp_inactive", { pspActive: false }, { pspActive: true }],
  ])("422 %s counts no attempt, and the same reference works afterwards", async (expected, off, on) => {
    const { paymentRef } = await journey.create();
    await updateTerminalSettings(world.ctx, { terminalId: testTerminals.ours, changes: off });
    for (let n = 0; n < 6; n++)
      expect(await journey.start(paymentRef)).toMatchObject({ code: expected, canRetry: false });
    await updateTerminalSettings(world.ctx, { terminalId: testTerminals.ours, changes: on });
    expect(await journey.start(paymentRef)).toMatchObject({ kind: "form" });
  });

  test("answers a limit of the bank connection with the sterile page, counts no attempt, and stays payable", async () => {
    const change = (limits: object) =>
      updateTerminalSettings(world.ctx, { terminalId: testTerminals.limited, changes: { limits } });
    const { paymentRef, paymentCode } = await journey.create({ terminalId: testTerminals.limited });
    await change({ perTx: 39_999n });
    expect(await journey.start(paymentRef)).toMatchObject({ kind: "limit" });
    // The payment's own reservation is not counted, so it may use the whole day.
    await change({ perTx: null, daily: 39_999n });
    expect(await journey.start(paymentRef)).toMatchObject({ kind: "limit" });
    await change({ daily: 40_000n });
    const row = await world.db.prisma.payment.findUniqueOrThrow({ where: { id: paymentCode } });
    expect(row).toMatchObject({ attemptsUsed: 0, prepareStartedAt: null });
    expect(await journey.start(paymentRef)).toMatchObject({ kind: "form" });
  });

  test("403 for payments of a closed account; accepts those of a suspended or held one", async () => {
    const { paymentRef } = await journey.create();
    const change = (changes: object) =>
      updatePartnerSettings(world.ctx, { partnerId: world.caller.partnerId, changes });
    await change({ status: "closed" });
    expect(await journey.start(paymentRef)).toMatchObject({ code: "partner_not_active" });
    await change({ status: "suspended", acceptanceHeld: true });
    expect(await openCardForm(world.ctx, { paymentRef })).toMatchObject({ kind: "open" });
    expect(await journey.start(paymentRef)).toMatchObject({ kind: "form" });
    await change({ status: "active", acceptanceHeld: false });
  });
});
