import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { days, plusMs } from "@/server/domain/clock";
import { tokenHash } from "@/server/domain/ids";
import { noLinkTexts } from "@/server/domain/links/link-texts";
import { asPartnerId } from "@/server/store/tenant";
import { recordQueries } from "@/server/testing/world/queries";
import { openTestWorld, type TestWorld, testTerminals } from "@/server/testing/world/world";
import { updatePartnerSettings } from "../accounts/update-partner-settings";
import { updateTerminalSettings } from "../accounts/update-terminal-settings";
import { type CreateLinkInput, createLink } from "./create-link";
import { getLink } from "./queries";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

const createWithNotices = async ({ caller, ...changes }: Partial<CreateLinkInput> = {}) =>
  createLink(world.ctx, {
    caller: caller ?? (await world.signIn()),
    amountKurus: 40_000n,
    terminalId: testTerminals.ours,
    customerShareBps: 0,
    ...noLinkTexts,
    redirectUrl: null,
    allowedCounts: null,
    items: null,
    ...changes,
  });
const create = async (changes: Partial<CreateLinkInput> = {}) => (await createWithNotices(changes)).link;
const getRow = (id: string) => world.db.prisma.paymentLink.findUniqueOrThrow({ where: { id } });
const other = () => ({ ...world.caller, partnerId: asPartnerId("prt_other") });
const lastReference = async (id = "prt_ours") =>
  (await world.db.prisma.partner.findUniqueOrThrow({ where: { id } })).linkSeq;

describe("a new link", () => {
  test("201 pending, valid for exactly seven days, not opened, and null for every omitted field", async () => {
    const link = await create();
    expect(link).toMatchObject({
      status: "pending",
      amount: 40_000n,
      customerCommissionShareBps: 0,
      description: null,
      redirectUrl: null,
      firstOpenedAt: null,
      lastOpenedAt: null,
      allowedInstallmentCounts: null,
      items: null,
      payerName: null,
    });
    expect(link.expiresAt).toEqual(plusMs(link.createdAt, days(7)));
    expect(link.updatedAt).toEqual(link.createdAt);
    expect(link.id).toMatch(/^pl_[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(link.url).toBe(`http://pay.test/l/${link.token}`);
  });
  test("201 with exactly the texts that are stored", async () => {
    const items = [
      { name: "B\n ", note: null, amountKurus: 1n },
      { name: "A", note: "", amountKurus: 39_999n },
    ];
    const texts = {
      description: " x\t\n",
      redirectUrl: "HTTPS://Shop.test/a//?b#c",
      payerName: "İ\u0307pek",
    };
    const link = await create({ ...texts, items, allowedCounts: [3, 1, 3], customerShareBps: 10_000 });
    expect(link).toMatchObject({
      ...texts,
      allowedInstallmentCounts: [1, 3],
      customerCommissionShareBps: 10_000,
      items: [
        { name: "B\n ", note: null, amount: 1n },
        { name: "A", note: "", amount: 39_999n },
      ],
    });
    expect(await getLink(world.ctx, { partnerId: world.caller.partnerId, linkId: link.id })).toEqual(link);
  });
  test("201 with counts sorted as numbers, not as text", async () => {
    const set = (effectiveCounts: number[]) =>
      updateTerminalSettings(world.ctx, { terminalId: testTerminals.ours, changes: { effectiveCounts } });
    await set([1, 3, 12]);
    try {
      const link = await create({ allowedCounts: [12, 3, 1] });
      expect(link.allowedInstallmentCounts).toEqual([1, 3, 12]);
    } finally {
      await set([1, 3]);
    }
  });
  test("stores only the hash and the sealed form of the token (S10)", async () => {
    const { id, token } = await create();
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(Buffer.from((await getRow(id)).tokenHash)).toEqual(tokenHash(token));
    const { rows } = await world.db.pool.query("select l::text as line from payment_link l where id = $1", [id]);
    expect(rows[0].line).not.toContain(token);
    expect(rows[0].line).not.toContain(Buffer.from(token).toString("hex"));
  });
  test("runs one statement when the terminal is cached", async () => {
    const caller = await world.signIn();
    await create({ caller });
    expect(await recordQueries(world.db, () => create({ caller }))).toEqual(["insert-link"]);
  });
});

describe("refusals and their order (D-7)", () => {
  const refusals: [code: string, input: () => Partial<CreateLinkInput>][] = [
    ["partner_entitlement_required", () => ({ caller: { ...world.caller, paymentLinksEnabled: false } })],
    ["payment_acceptance_held", () => ({ caller: { ...world.caller, acceptanceHeld: true } })],
    ["terminal_not_allowed", () => ({ terminalId: testTerminals.foreign })],
    ["payment_link_items_amount_mismatch", () => ({ items: [{ name: "A", note: null, amountKurus: 39_999n }] })],
    ["installment_not_allowed", () => ({ allowedCounts: [1, 2] })],
  ];
  const both = (first: Partial<CreateLinkInput>, second: Partial<CreateLinkInput>) => ({
    ...second,
    ...first,
    ...(first.caller && second.caller && { caller: { ...first.caller, acceptanceHeld: true } }),
  });
  const pairs = refusals.flatMap(([code, first], i) =>
    refusals.slice(i).map(([later, second]) => [code, later, first, second] as const),
  );

  test.each(pairs)("%s, also when %s applies as well", async (code, _later, first, second) => {
    const before = await lastReference();
    const count = await world.db.prisma.paymentLink.count();
    await expect(create(both(first(), second()))).rejects.toMatchObject({ code });
    expect(await lastReference()).toBe(before);
    expect(await world.db.prisma.paymentLink.count()).toBe(count);
  });

  test.each([
    ["none", []],
    ["zero", [0]],
    ["a negative one", [1, -3]],
    ["one that the terminal does not have", [1, 3, 6]],
    ["one that no terminal could have", [2 ** 40]],
  ])("422 for a restriction with this count: %s", async (_what, allowedCounts) => {
    await expect(create({ allowedCounts })).rejects.toMatchObject({ code: "installment_not_allowed" });
  });
  test("422 for a count that the terminal permits but the account's narrowing does not", async () => {
    const caller = { ...world.caller, installmentCounts: [1] };
    await expect(create({ caller, allowedCounts: [1, 3] })).rejects.toMatchObject({
      code: "installment_not_allowed",
    });
    expect(await create({ caller, allowedCounts: [1] })).toMatchObject({ allowedInstallmentCounts: [1] });
  });
  test.each([
    ["less", [39_998n, 1n]],
    ["more", [40_000n, 1n]],
    ["far more", Array<bigint>(50).fill(1_000_000_000n)],
  ])("422 for items that add up to %s than the amount", async (_what, amounts) => {
    const items = amounts.map((amountKurus) => ({ name: "A", note: null, amountKurus }));
    await expect(create({ items })).rejects.toMatchObject({ code: "payment_link_items_amount_mismatch" });
  });
  test.each([[testTerminals.foreign], ["trm_nobody"]])(
    "403 for a terminal that is not the account's: %s",
    async (terminalId) => {
      await expect(create({ terminalId })).rejects.toMatchObject({ code: "terminal_not_allowed" });
    },
  );
  test("403 for a terminal while it is switched off", async () => {
    const switched = (active: boolean) =>
      updateTerminalSettings(world.ctx, { terminalId: testTerminals.ours, changes: { active } });
    await switched(false);
    await expect(create()).rejects.toMatchObject({ code: "terminal_not_allowed" });
    await switched(true);
    expect(await create()).toMatchObject({ status: "pending" });
  });
  test("422 and 403 by the account's settings at the time of the request", async () => {
    const set = (changes: object) => updatePartnerSettings(world.ctx, { partnerId: "prt_ours", changes });
    await set({ paymentLinksEnabled: false });
    await expect(create()).rejects.toMatchObject({ code: "partner_entitlement_required" });
    await set({ paymentLinksEnabled: true, acceptanceHeld: true });
    await expect(create()).rejects.toMatchObject({ code: "payment_acceptance_held" });
    await set({ acceptanceHeld: false });
    expect(await create()).toMatchObject({ status: "pending" });
  });
});

describe("notices (D-57)", () => {
  const outside = "amount_outside_account_limits";
  const cannot = "terminal_cannot_charge";
  const withTerminal = async (off: object, on: object, work: () => Promise<unknown>) => {
    const set = (changes: object) => updateTerminalSettings(world.ctx, { terminalId: testTerminals.limited, changes });
    await set(off);
    await work().finally(() => set(on));
  };

  test("201 with a notice for an amount outside the account's limits, which have no code of their own in §4.1", async () => {
    const created = await createWithNotices({ caller: { ...world.caller, minAmountKurus: 40_001n } });
    expect(created).toMatchObject({ link: { status: "pending", amount: 40_000n }, notices: [outside] });
  });

  test("201 for the plain amount inside the limits, although each total with the buyer's share is outside", async () => {
    const caller = { ...world.caller, maxAmountKurus: 40_000n };
    expect(await createWithNotices({ caller, customerShareBps: 10_000 })).toMatchObject({ notices: [] });
  });

  test.each([
    [{ virtualPosActive: false }, { virtualPosActive: true }],
    [{ pspActive: false }, { pspActive: true }],
  ])(
    "201 for a terminal with %o, with both notices in their order where the amount is outside too",
    async (off, on) => {
      const terminalId = testTerminals.limited;
      await withTerminal(off, on, async () => {
        expect(await createWithNotices({ terminalId })).toMatchObject({ notices: [cannot] });
        const caller = { ...(await world.signIn()), maxAmountKurus: 1n };
        expect(await createWithNotices({ caller, terminalId })).toMatchObject({ notices: [outside, cannot] });
      });
      expect(await createWithNotices({ terminalId })).toMatchObject({ notices: [] });
    },
  );

  test("201 above the terminal's limit for one payment; its limits over time are no reason", async () => {
    const notices = async (amountKurus: bigint) =>
      (await createWithNotices({ terminalId: testTerminals.limited, amountKurus })).notices;
    expect(await notices(50_000n)).toEqual([]);
    expect(await notices(50_001n)).toEqual([cannot]);
    await withTerminal({ limits: { perTx: null } }, { limits: { perTx: 50_000n } }, async () => {
      expect(await notices(100_001n)).toEqual([]);
    });
  });
});

describe("references (D-3)", () => {
  test("have no gaps under racing creations and refusals, and follow the time of creation", async () => {
    const before = await lastReference();
    const wishes = Array.from({ length: 75 }, (_, i) =>
      create(i % 3 === 2 ? { allowedCounts: [] } : { description: `race ${i}` }).catch(() => null),
    );
    const created = (await Promise.all(wishes)).filter((link) => link !== null);
    expect(created).toHaveLength(50);
    const sorted = created.sort((a, b) => Number(a.partnerReference - b.partnerReference));
    expect(sorted.map(({ partnerReference }) => partnerReference)).toEqual(
      Array.from({ length: 50 }, (_, i) => before + BigInt(i + 1)),
    );
    const instants = sorted.map(({ createdAt }) => createdAt.getTime());
    expect(instants.every((instant, i) => i === 0 || instant > (instants[i - 1] ?? 0))).toBe(true);
    expect(new Set(created.flatMap(({ id, token }) => [id, token])).size).toBe(100);
    expect(await lastReference()).toBe(before + 50n);
  });
  test("never give two links the same instant, also with a clock that stops or lags", async () => {
    const now = plusMs(world.ctx.clock.now(), 60_000);
    const links = [];
    for (const ms of [0, 0, -5000, 0]) {
      const ctx = { ...world.ctx, clock: { now: () => plusMs(now, ms) } };
      links.push((await createLink(ctx, buildInput(await world.signIn()))).link);
    }
    expect(links.map(({ createdAt }) => createdAt.getTime() - now.getTime())).toEqual([0, 1, 2, 3]);
    for (const { createdAt, expiresAt } of links) expect(expiresAt).toEqual(plusMs(createdAt, days(7)));
  });
  test("are counted per account, from one", async () => {
    const before = await lastReference();
    const caller = other();
    for (const reference of [1n, 2n]) {
      expect(await create({ caller, terminalId: testTerminals.foreign })).toMatchObject({
        partnerReference: reference,
      });
    }
    expect(await lastReference()).toBe(before);
  });
});

const buildInput = (caller: CreateLinkInput["caller"]): CreateLinkInput => ({
  caller,
  amountKurus: 40_000n,
  terminalId: testTerminals.ours,
  customerShareBps: 0,
  ...noLinkTexts,
  redirectUrl: null,
  allowedCounts: null,
  items: null,
});

test("404 for another account's link, as for a missing one", async () => {
  const { id } = await create();
  const foreign = getLink(world.ctx, { partnerId: other().partnerId, linkId: id });
  await expect(foreign).rejects.toMatchObject({ code: "payment_link_not_found" });
});
