import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { minutes } from "@/server/domain/clock";
import type { PanelRole } from "@/server/domain/people/access";
import { createPaymentJourney } from "@/server/testing/journeys/payment";
import { createPanelContext } from "@/server/testing/world/panel";
import { openTestWorld, type TestWorld, testTerminals } from "@/server/testing/world/world";
import { updatePartnerSettings } from "@/server/usecases/accounts/update-partner-settings";
import { createCallerFactory } from "../door";
import { newPaymentRouter } from "./new-payment";

let world: TestWorld;
let journey: ReturnType<typeof createPaymentJourney>;
beforeAll(async () => {
  world = await openTestWorld();
  journey = createPaymentJourney(world);
});
afterAll(() => world.close());

/** Returns the procedures for a user of the account. */
const panel = async (role: PanelRole = "finance", partnerId?: string) =>
  createCallerFactory(newPaymentRouter)(await createPanelContext(world.ctx, role, partnerId));

const order = {
  amount: 125_050n,
  terminalId: testTerminals.ours,
  installment: 1,
  partnerTxCode: "PANEL-1",
  description: null,
};

const settings = (changes: Parameters<typeof updatePartnerSettings>[1]["changes"]) =>
  updatePartnerSettings(world.ctx, { partnerId: "prt_ours", changes });

/** Runs work under changed settings of the account, and restores them also when it fails. */
async function withSettings(changes: Parameters<typeof settings>[0], undo: typeof changes, act: () => unknown) {
  await settings(changes);
  try {
    await act();
  } finally {
    await settings(undo);
  }
}

describe("create", () => {
  test("a payment of the panel returns to the panel, independent of the hosts that the account allows", async () => {
    await withSettings({ allowedHosts: ["shop.example"] }, { allowedHosts: [] }, async () => {
      const created = await (await panel()).create({ ...order, description: "Order 1" });
      expect(created).toMatchObject({ status: "initiated", idempotentReplay: false });
      expect(created.handoffUrl).toBe("http://pay.test/handoff");
      const row = await world.db.prisma.payment.findUniqueOrThrow({ where: { id: created.paymentCode } });
      expect(row).toMatchObject({ source: "panel", amount: 125_050n, description: "Order 1" });
      expect(row.returnUrl).toBe("http://api.test/panel/payments/returned");
    });
  });

  test("20 simultaneous requests create one payment, and all get it as their answer", async () => {
    const caller = await panel();
    const repeated = { ...order, partnerTxCode: "PANEL-twenty" };
    const all = await Promise.all(Array.from({ length: 20 }, () => caller.create(repeated)));
    expect(new Set(all.map(({ paymentRef }) => paymentRef)).size).toBe(1);
    expect(all.filter(({ idempotentReplay }) => !idempotentReplay)).toHaveLength(1);
    expect(await world.db.prisma.payment.count({ where: { partnerTxCode: "PANEL-twenty" } })).toBe(1);
  });

  test("409 for a code of the API in the panel, and for a code of the panel in the API", async () => {
    const here = { ...order, partnerTxCode: "PANEL-here" };
    const there = { ...order, partnerTxCode: "PANEL-there" };
    await (await panel()).create(here);
    const api = { amountKurus: order.amount, terminalId: order.terminalId, installment: 1 };
    const duplicate = { code: "duplicate_partner_tx_code" };
    await expect(journey.create({ ...api, partnerTxCode: here.partnerTxCode })).rejects.toMatchObject(duplicate);
    await journey.create({ ...api, partnerTxCode: there.partnerTxCode });
    await expect((await panel()).create(there)).rejects.toMatchObject({ cause: duplicate });
  });

  test("403 while the account is suspended, closed or on hold, and the code stays free", async () => {
    const partnerTxCode = "PANEL-refused";
    const refused = async (code: string) =>
      expect((await panel()).create({ ...order, partnerTxCode })).rejects.toMatchObject({ cause: { code } });
    const open = { status: "active", acceptanceHeld: false } as const;
    for (const status of ["suspended", "closed"] as const) {
      await withSettings({ status, acceptanceHeld: true }, open, () => refused("partner_not_active"));
    }
    await withSettings({ acceptanceHeld: true }, open, () => refused("payment_acceptance_held"));
    expect(await world.db.prisma.payment.count({ where: { partnerTxCode } })).toBe(0);
  });

  test.each([
    ["sensitive_data_not_allowed", { description: "TR33 0006 1005 1978 6457 8413 26" }],
    ["validation_error", { description: "4508 0345 0803 4509" }],
    ["validation_error", { partnerTxCode: "PANEL 4508034508034509" }],
    ["terminal_not_allowed", { terminalId: testTerminals.foreign }],
    ["installment_not_allowed", { installment: 12 }],
    ["pos_per_tx_limit_exceeded", { terminalId: testTerminals.limited }],
    ["validation_error", { amount: 0n }],
    ["validation_error", { amount: 1_000_000_001n }],
    ["validation_error", { partnerTxCode: " " }],
  ])("%s for %o", async (code, changes) => {
    const asked = (await panel()).create({ ...order, partnerTxCode: "PANEL-bad", ...changes });
    await expect(asked).rejects.toMatchObject({ message: code });
  });

  test("422 outside the account's own limits", async () => {
    await withSettings({ minAmount: 200_000n }, { minAmount: null }, async () => {
      const asked = (await panel()).create({ ...order, partnerTxCode: "PANEL-small" });
      await expect(asked).rejects.toMatchObject({ cause: { code: "amount_limit_exceeded" } });
    });
  });

  test("the audit log has an entry before and after, without the payment's reference", async () => {
    const { paymentRef, paymentCode } = await (await panel("owner")).create({
      ...order,
      partnerTxCode: "PANEL-audit",
    });
    const entries = await world.db.prisma.auditEntry.findMany({
      where: { action: "create", detail: { path: ["partnerTxCode"], equals: "PANEL-audit" } },
      orderBy: { number: "asc" },
    });
    expect(entries.map(({ outcome, subject }) => [outcome, subject])).toEqual([
      ["begun", "PANEL-audit"],
      ["done", paymentCode],
    ]);
    expect(JSON.stringify(entries, (_, value) => (typeof value === "bigint" ? `${value}` : value))).not.toContain(
      paymentRef,
    );
  });
});

describe("open", () => {
  const make = async (partnerTxCode: string) => (await panel()).create({ ...order, partnerTxCode });

  test("opens the same card form until the handoff has started", async () => {
    const { paymentCode, paymentRef, handoffUrl } = await make("PANEL-open");
    const caller = await panel("owner");
    expect(await caller.open({ paymentCode })).toEqual({ paymentCode, paymentRef, handoffUrl });
    await journey.start(paymentRef);
    await expect(caller.open({ paymentCode })).rejects.toMatchObject({
      cause: { code: "payment_prepare_already_started" },
    });
  });

  test("404 for payments of the API, of another account, and for an unknown one", async () => {
    const { paymentCode } = await journey.create({ partnerTxCode: "of-the-api" });
    const own = await make("PANEL-foreign");
    const notFound = { cause: { code: "payment_not_found" } };
    await expect((await panel()).open({ paymentCode })).rejects.toMatchObject(notFound);
    await expect((await panel()).open({ paymentCode: "pay_none" })).rejects.toMatchObject(notFound);
    const stranger = await panel("owner", "prt_other");
    await expect(stranger.open({ paymentCode: own.paymentCode })).rejects.toMatchObject(notFound);
  });

  test("payment_ref_expired after the payment has expired, and the payment becomes expired", async () => {
    const { paymentCode } = await make("PANEL-late");
    world.clock.advanceMs(minutes(30));
    await expect((await panel()).open({ paymentCode })).rejects.toMatchObject({
      cause: { code: "payment_ref_expired" },
    });
    expect(await journey.getPayment(paymentCode)).toMatchObject({ status: "expired" });
  });
});
