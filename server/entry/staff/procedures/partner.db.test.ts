import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { writeLinks } from "@/server/testing/journeys/link-rows";
import { createDeliveryHelpers } from "@/server/testing/receivers/deliveries";
import { createPanelContext, createStaffContext } from "@/server/testing/world/panel";
import { openTestWorld, type TestWorld, testTerminals } from "@/server/testing/world/world";
import { findPartners } from "@/server/usecases/accounts/queries";
import { createPayment } from "@/server/usecases/payments/create-payment";
import { createCallerFactory } from "../door";
import { staffRouter } from "../router";

let world: TestWorld;
const deliveries = createDeliveryHelpers(() => world);
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());
beforeEach(() => deliveries.reset());

const as = async (role: "admin" | "operations" | "support") => {
  const door = await createStaffContext(world.ctx, role);
  return { caller: createCallerFactory(staffRouter)(door), user: door.session!.user };
};

describe("finding an account", () => {
  const foundBy = async (text: string) => {
    const { caller } = await as("support");
    return (await caller.partner.find({ text })).items.map(({ partnerId, foundBy }) => [partnerId, foundBy]);
  };

  test("by its id, by a part of its name in any case, and all accounts by name for an empty text", async () => {
    expect(await foundBy("prt_ours")).toEqual([["prt_ours", "partner"]]);
    expect(await foundBy(" SHOP PRT_OTH ")).toEqual([["prt_other", "name"]]);
    expect(await foundBy("")).toEqual([
      ["prt_other", "name"],
      ["prt_ours", "name"],
    ]);
  });

  test("by the state of the account and of acceptance, which narrow what the text finds", async () => {
    const { caller } = await as("support");
    const found = async (filters: Parameters<typeof caller.partner.find>[0]) =>
      (await caller.partner.find(filters)).items.map(({ partnerId }) => partnerId);
    await world.db.prisma.partner.update({ where: { id: "prt_other" }, data: { acceptanceHeld: true } });
    expect(await found({ acceptance: "held" })).toEqual(["prt_other"]);
    expect(await found({ acceptance: "open" })).toEqual(["prt_ours"]);
    expect(await found({ acceptance: "held", text: "prt_ours" })).toEqual([]);
    expect(await found({ status: ["suspended", "closed"] })).toEqual([]);
    expect(await found({ status: ["active"] })).toEqual(["prt_other", "prt_ours"]);
    await world.db.prisma.partner.update({ where: { id: "prt_other" }, data: { acceptanceHeld: false } });
  });

  test("page by page, each account once; an invalid cursor starts at the first page", async () => {
    const page = (cursor: string | null) =>
      findPartners(world.ctx, { text: "", filters: { status: null, acceptance: null }, cursor, countMax: 1 });
    const first = await page(null);
    expect(first).toMatchObject({ items: [{ partnerId: "prt_other" }], nextCursor: "prt_other" });
    expect(await page(first.nextCursor)).toMatchObject({ items: [{ partnerId: "prt_ours" }], nextCursor: null });
    expect(await page("prt_nobody")).toEqual(first);
  });

  test("by a user's email address in any case, but not by that of a removed user", async () => {
    const { session } = await createPanelContext(world.ctx, "finance");
    const { id, email } = session!.user;
    expect(await foundBy(email.toUpperCase())).toEqual([["prt_ours", "user"]]);
    expect(await foundBy(email.slice(0, -3))).toEqual([["prt_ours", "user"]]);
    await world.db.prisma.panelUser.update({ where: { id }, data: { removedAt: world.clock.now() } });
    expect(await foundBy(email)).toEqual([]);
  });

  test("by a payment, a link, a delivery, and by the prefix of an API key", async () => {
    const { paymentCode } = await createPayment(world.ctx, {
      caller: world.caller,
      source: "api",
      amountKurus: 5_000n,
      terminalId: testTerminals.ours,
      partnerTxCode: "FIND-1",
      installment: 1,
      description: null,
      returnUrl: "https://shop.example",
    });
    expect(await foundBy(paymentCode)).toEqual([["prt_ours", "payment"]]);
    const [linkId = ""] = await writeLinks(world, [{ createdAt: world.clock.now(), partnerId: "prt_other" }]);
    expect(await foundBy(linkId)).toEqual([["prt_other", "link"]]);
    expect(await foundBy(await deliveries.createPending("prt_other"))).toEqual([["prt_other", "delivery"]]);
    expect(await foundBy(world.apiKey)).toEqual([["prt_ours", "key"]]);
    expect(await foundBy(world.apiKey.slice(0, 16))).toEqual([["prt_ours", "key"]]);
    expect(await foundBy(`${world.apiKey.slice(0, 15)}!`)).toEqual([]);
  });

  test.each(["%", "_", "\\", "'", "pay_nothing", "x@y"])("finds nothing by %j", async (text) => {
    expect((await foundBy(text)).filter(([, clue]) => clue !== "name" || text !== "_")).toEqual([]);
  });
});

describe("an account", () => {
  test("is shown with its settings and counts, without secrets", async () => {
    const { caller } = await as("support");
    await deliveries.createPending("prt_ours");
    const found = await caller.partner.get({ partnerId: "prt_ours" });
    expect(found).toMatchObject({
      partnerId: "prt_ours",
      status: "active",
      acceptanceHeld: false,
      webhookUrl: "http://127.0.0.1:9/hook",
      counts: { apiKeys: 1, terminals: 2, activeTerminals: 2, deliveries: 1, pendingDeliveries: 1 },
    });
    expect(Object.keys(found).join()).not.toMatch(/secret/i);
  });

  test("404 for an unknown account, and for another account's delivery", async () => {
    const { caller } = await as("admin");
    const deliveryId = await deliveries.createPending("prt_other");
    const missing = { code: "NOT_FOUND" };
    await expect(caller.partner.get({ partnerId: "prt_none" })).rejects.toMatchObject(missing);
    const none = { partnerId: "prt_none", status: null };
    await expect(caller.partner.deliveries(none)).rejects.toMatchObject(missing);
    await expect(caller.partner.delivery({ partnerId: "prt_ours", deliveryId })).rejects.toMatchObject(missing);
    expect(await caller.partner.delivery({ partnerId: "prt_other", deliveryId })).toMatchObject({
      id: deliveryId,
    });
    expect(await caller.partner.deliveries({ partnerId: "prt_other", status: null })).toMatchObject({
      items: [{ id: deliveryId }],
    });
  });
});

describe("a test webhook", () => {
  const entries = (scope: string) =>
    world.db.prisma.auditEntry.findMany({ where: { scope }, orderBy: { number: "desc" }, take: 2 });

  test("goes to the account and is in both audit logs: with the name in the staff's, as staff in the account's", async () => {
    const { caller, user } = await as("operations");
    const { deliveryId } = await caller.partner.sendTest({ partnerId: "prt_ours" });
    expect(deliveryId).toMatch(/^whd_/);
    expect(await entries("staff")).toMatchObject([
      {
        outcome: "done",
        action: "partner.sendTest",
        actorName: user.email,
        subject: "prt_ours",
        detail: { deliveryId },
      },
      { outcome: "begun", action: "partner.sendTest", actorName: user.email, subject: "prt_ours" },
    ]);
    const theirs = await entries("prt_ours");
    expect(theirs).toMatchObject([
      { outcome: "done", action: "webhook.test", actorKind: "staff", actorId: user.id, subject: deliveryId },
      { outcome: "begun", action: "webhook.test", actorKind: "staff", actorId: user.id },
    ]);
    expect(JSON.stringify(theirs.map(({ actorName }) => actorName))).not.toContain(user.email);
  });

  test("403 for support, which the audit log records, and nothing is sent", async () => {
    const { caller, user } = await as("support");
    const refused = caller.partner.sendTest({ partnerId: "prt_ours" });
    await expect(refused).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await world.db.prisma.outboxEvent.count()).toBe(0);
    const [last] = await entries("staff");
    expect(last).toMatchObject({ outcome: "refused", code: "access_denied", actorName: user.email });
  });

  test("null for an account without a webhook address; 404 for an unknown account", async () => {
    const { caller } = await as("admin");
    await deliveries.setUrl(null);
    expect(await caller.partner.sendTest({ partnerId: "prt_ours" })).toEqual({ deliveryId: null });
    await expect(caller.partner.sendTest({ partnerId: "prt_none" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});
