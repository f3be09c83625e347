import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PanelRole } from "@/server/domain/people/access";
import { createLinkJourney, type LinkJourney } from "@/server/testing/journeys/link";
import { createPanelContext } from "@/server/testing/world/panel";
import { openTestWorld, type TestWorld, testTerminals } from "@/server/testing/world/world";
import { relayOutbox } from "@/server/usecases/webhooks/relay-outbox";
import { createCallerFactory } from "../door";
import { panelRouter } from "../router";

let world: TestWorld;
let journey: LinkJourney;
beforeAll(async () => {
  world = await openTestWorld();
  journey = createLinkJourney(world);
});
afterAll(() => world.close());

const as = async (role: PanelRole, partnerId?: string) =>
  createCallerFactory(panelRouter)(await createPanelContext(world.ctx, role, partnerId)).link;

const newLink = {
  terminalId: testTerminals.ours,
  amountKurus: 40_000n,
  customerShareBps: 2_500,
  allowedCounts: [3, 1, 3],
  description: "Order 7",
  payerName: "Ayşe Yılmaz",
  redirectUrl: "https://shop.example/r",
  items: [
    { name: "Lamp", note: "red", amountKurus: 30_000n },
    { name: "Bulb", amountKurus: 10_000n },
  ],
};

/** Returns the code and the public message of a refusal. */
const refusal = (call: Promise<unknown>): Promise<[string, string | undefined]> =>
  call.then(
    () => ["done", undefined],
    ({ cause, message }) => [cause?.code ?? message, cause?.details?.message],
  );

const withPartner = async (data: object, run: () => Promise<void>) => {
  const change = (changes: object) => world.db.prisma.partner.update({ where: { id: "prt_ours" }, data: changes });
  await change(data);
  try {
    await run();
  } finally {
    await change({
      status: "active",
      paymentLinksEnabled: true,
      acceptanceHeld: false,
      allowedHosts: [],
      surchargeWarning: true,
    });
  }
};

describe("link.create", () => {
  test("creates the requested link, and the audit log has its id but not the payer", async () => {
    const created = await (await as("finance")).create(newLink);
    expect(created).toMatchObject({
      status: "pending",
      amount: 40_000n,
      customerCommissionShareBps: 2_500,
      payerName: "Ayşe Yılmaz",
      allowedInstallmentCounts: [1, 3],
      description: "Order 7",
      redirectUrl: "https://shop.example/r",
      items: [
        { name: "Lamp", note: "red", amount: 30_000n },
        { name: "Bulb", note: null, amount: 10_000n },
      ],
    });
    expect(created).not.toHaveProperty("token");
    const entries = await world.db.prisma.auditEntry.findMany({
      where: { action: "link.create" },
      orderBy: { number: "asc" },
    });
    expect(entries.map(({ outcome, subject }) => [outcome, subject])).toEqual([
      ["begun", null],
      ["done", created.id],
    ]);
    expect(JSON.stringify(entries.map(({ detail }) => detail))).not.toContain("Yılmaz");
  });

  test.each([
    ["no amount", { amountKurus: 0n }, "validation_error", /amountKurus/],
    ["too great an amount", { amountKurus: 1_000_000_001n }, "validation_error", /amountKurus/],
    ["a share above the whole", { customerShareBps: 10_001 }, "validation_error", /customerShareBps/],
    ["a long description", { description: "x".repeat(513) }, "validation_error", /max 512/],
    ["no items", { items: [] }, "validation_error", /items/],
    ["an address that is no web address", { redirectUrl: "javascript:alert(1)" }, "validation_error", /redirectUrl/],
    ["a card number", { description: "4355 0842 0000 0006" }, "sensitive_data_not_allowed", undefined],
    ["an IBAN as payer", { payerName: "TR33 0006 1005 1978 6457 8413 26" }, "sensitive_data_not_allowed", undefined],
    ["another account's terminal", { terminalId: testTerminals.foreign }, "terminal_not_allowed", undefined],
    ["items of another sum", { amountKurus: 40_001n }, "payment_link_items_amount_mismatch", undefined],
    ["no count at all", { allowedCounts: [] }, "installment_not_allowed", undefined],
    ["a count that the terminal lacks", { allowedCounts: [1, 12] }, "installment_not_allowed", undefined],
  ])("refuses %s", async (_what, changes, code, words) => {
    const before = await world.db.prisma.paymentLink.count();
    const [refused, sentence] = await refusal((await as("owner")).create({ ...newLink, ...changes }));
    expect(refused).toBe(code);
    if (words) expect(sentence).toMatch(words);
    expect(await world.db.prisma.paymentLink.count()).toBe(before);
  });

  test("refuses in the order of D-7: account, form, hosts, text, feature, hold, terminal", async () => {
    const wrong = { ...newLink, terminalId: "trm_nothing" };
    const card = { ...wrong, description: "4355084200000006" };
    const host = { ...card, redirectUrl: "https://elsewhere.example/" };
    const bad = { ...host, amountKurus: 0n };
    const off = { paymentLinksEnabled: false, acceptanceHeld: true, allowedHosts: ["shop.example"] };
    await withPartner({ ...off, status: "suspended" }, async () => {
      expect(await refusal((await as("owner")).create(bad))).toEqual(["partner_not_active", undefined]);
    });
    await withPartner(off, async () => {
      const links = await as("owner");
      expect(await refusal(links.create(bad))).toEqual(["validation_error", expect.stringMatching(/^amountKurus/)]);
      expect(await refusal(links.create(host))).toEqual(["validation_error", expect.stringMatching(/^redirectUrl/)]);
      expect(await refusal(links.create(card))).toEqual(["sensitive_data_not_allowed", undefined]);
      expect(await refusal(links.create(wrong))).toEqual(["partner_entitlement_required", undefined]);
    });
    await withPartner({ acceptanceHeld: true }, async () => {
      expect(await refusal((await as("owner")).create(wrong))).toEqual(["payment_acceptance_held", undefined]);
    });
    expect(await refusal((await as("owner")).create(wrong))).toEqual(["terminal_not_allowed", undefined]);
  });

  test("terms name the reason why no link can be created", async () => {
    const obstacle = async () => (await (await as("owner")).terms()).obstacle;
    expect(await obstacle()).toBeNull();
    await withPartner({ paymentLinksEnabled: false, acceptanceHeld: true }, async () => {
      expect(await obstacle()).toBe("feature_off");
    });
    const held = { holdReason: "risk_review", heldSince: world.clock.now() };
    const allowedHosts = ["shop.example"];
    await withPartner({ ...held, acceptanceHeld: true, allowedHosts }, async () => {
      const usual = { minAmountKurus: null, maxAmountKurus: null, surchargeWarning: true };
      expect(await (await as("owner")).terms()).toEqual({ ...held, ...usual, obstacle: "on_hold", allowedHosts });
    });
    await withPartner({ surchargeWarning: false }, async () => {
      expect(await (await as("owner")).terms()).toMatchObject({ obstacle: null, surchargeWarning: false });
    });
    await withPartner({ status: "suspended" }, async () => expect(await obstacle()).toBe("suspended"));
    await withPartner({ status: "closed" }, async () => expect(await obstacle()).toBe("closed"));
  });
});

test("payment_link_not_found for another account's link in every procedure", async () => {
  const { id: linkId } = await journey.create();
  const others = await as("owner", "prt_other");
  for (const call of [others.get, others.timeline, others.cancel]) {
    expect((await refusal(call({ linkId })))[0]).toBe("payment_link_not_found");
  }
  expect((await others.list({})).items.map(({ id }) => id)).not.toContain(linkId);
});

test("the preview has the installment counts that the link would have", async () => {
  const { terminalId, amountKurus, customerShareBps } = newLink;
  const draft = { terminalId, amountKurus, customerShareBps, allowedCounts: [3] };
  const { cards } = await (await as("owner")).preview(draft);
  const counts = cards.flatMap(({ options }) => options.map(({ installmentCount }) => installmentCount));
  expect(new Set(counts)).toEqual(new Set([3]));
});

test("an amount that buyers cannot pay is told before the creation and after it (D-57)", async () => {
  const { terminalId, amountKurus } = newLink;
  const draft = { terminalId, amountKurus, customerShareBps: 0, allowedCounts: null };
  const set = (data: object) => world.db.prisma.partner.update({ where: { id: "prt_ours" }, data });
  const links = await as("owner");
  expect(await links.preview(draft)).toMatchObject({ notices: [] });
  expect(await links.create(newLink)).toMatchObject({ notices: [] });
  await set({ minAmount: 1n, maxAmount: 39_999n });
  try {
    const limited = await as("owner");
    const notices = ["amount_outside_account_limits"];
    expect(await limited.terms()).toMatchObject({ obstacle: null, minAmountKurus: 1n, maxAmountKurus: 39_999n });
    const preview = await limited.preview(draft);
    expect(preview.notices).toEqual(notices);
    expect(preview.cards.flatMap(({ options }) => options)).toEqual([]);
    expect(await limited.create(newLink)).toMatchObject({ status: "pending", notices });
  } finally {
    await set({ minAmount: null, maxAmount: null });
  }
});

test("reading links in the panel does not count as an opening (D-9)", async () => {
  const { id: linkId } = await journey.create();
  const links = await as("support");
  await links.list({});
  await links.timeline({ linkId });
  expect(await links.get({ linkId })).toMatchObject({ status: "pending", firstOpenedAt: null });
});

test("list filters by state, amount and time, and pages", async () => {
  const created = [];
  for (const amountKurus of [71_000n, 72_000n, 73_000n]) {
    world.clock.advanceMs(1_000);
    created.push(await journey.create({ amountKurus }));
  }
  const [first, second, third] = created;
  await journey.cancel(second!);
  const links = await as("support");
  const amount = { fromKurus: 71_000n, toKurus: null };
  const found = async (filter: Parameters<typeof links.list>[0]) =>
    (await links.list({ amount, ...filter })).items.map(({ id }) => id);
  expect(await found({})).toEqual([third!.id, second!.id, first!.id]);
  expect(await found({ sort: "created" })).toEqual([first!.id, second!.id, third!.id]);
  expect(await found({ sort: "-amount" })).toEqual([third!.id, second!.id, first!.id]);
  expect(await found({ status: ["cancelled"] })).toEqual([second!.id]);
  const upTo = { fromKurus: 71_000n, toKurus: 72_000n };
  expect(await found({ status: ["pending", "cancelled"], amount: upTo })).toEqual([second!.id, first!.id]);
  expect(await found({ created: "today" })).toEqual([third!.id, second!.id, first!.id]);
  expect(await found({ created: "yesterday" })).toEqual([]);
  for (const input of [
    { status: [] },
    { status: ["paid"] },
    { amount: { fromKurus: null, toKurus: null } },
    { amount: { fromKurus: 0n, toKurus: null } },
    { created: "someday" },
    { created: { fromDay: "2026-02-30", toDay: null } },
    { sort: "status" },
  ]) {
    const [code] = await refusal(links.list(input as Parameters<typeof links.list>[0]));
    expect(
      code,
      JSON.stringify(input, (_, value) => String(value)),
    ).toBe("validation_error");
  }
});

test("the timeline has webhook deliveries only for a role that may read them", async () => {
  const data = { webhookUrl: "http://shop.test/hook", webhookUrlSince: new Date(0) };
  await world.db.prisma.partner.update({ where: { id: "prt_ours" }, data });
  const link = await journey.create();
  journey.setClock(link.expiresAt);
  await journey.expire(link);
  await relayOutbox(world.ctx);
  const kindsFor = async (role: PanelRole) =>
    (await (await as(role)).timeline({ linkId: link.id })).events.map(({ kind }) => kind);
  expect(await kindsFor("developer")).toEqual(["created", "ended", "delivery"]);
  expect(await kindsFor("finance")).toEqual(["created", "ended"]);
});

test("cancel cancels once; after that it answers payment_link_cancelled", async () => {
  const { id: linkId } = await journey.create();
  const links = await as("owner");
  expect(await links.cancel({ linkId })).toMatchObject({ status: "cancelled" });
  expect((await refusal(links.cancel({ linkId })))[0]).toBe("payment_link_cancelled");
});
