import { afterAll, beforeAll, expect, test } from "vitest";
import { createPanelContext } from "@/server/testing/world/panel";
import { openTestWorld, type TestWorld, testTerminals } from "@/server/testing/world/world";
import { updatePartnerSettings } from "@/server/usecases/accounts/update-partner-settings";
import { createCallerFactory } from "../door";
import { accountRouter } from "./account";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

const open = createCallerFactory(accountRouter);
const account = async (partnerId?: string) => open(await createPanelContext(world.ctx, "developer", partnerId));

test("terminals lists the account's own terminals, without limits and bank secrets", async () => {
  const terminals = await (await account()).terminals();
  expect(terminals.map(({ terminalId }) => terminalId).sort()).toEqual([testTerminals.limited, testTerminals.ours]);
  const members = new Set(terminals.flatMap((terminal) => Object.keys(terminal)));
  expect([...members].filter((name) => /limit|account|psp.*key|secret/i.test(name))).toEqual([]);
  expect(terminals[0]).toMatchObject({ active: true, terminalCounts: [1, 3], effectiveCounts: [1, 3] });
});

test("terminals returns the terminal's counts and the ones that the account's restriction leaves", async () => {
  await updatePartnerSettings(world.ctx, { partnerId: "prt_ours", changes: { installmentCounts: [3, 6] } });
  try {
    const [terminal] = await (await account()).terminals();
    expect(terminal).toMatchObject({ terminalCounts: [1, 3], effectiveCounts: [3] });
    expect(await (await account()).get()).toMatchObject({ installmentCounts: [3, 6] });
  } finally {
    await updatePartnerSettings(world.ctx, { partnerId: "prt_ours", changes: { installmentCounts: [] } });
  }
});

test("get returns a hold with its reason and start, and what is still possible", async () => {
  expect(await (await account()).get()).toMatchObject({
    status: "active",
    hold: null,
    canCreatePayments: true,
    canCreatePaymentLinks: true,
    minAmountKurus: null,
    refundApprovalAboveKurus: 1_000_000n,
  });
  const changes = { acceptanceHeld: true, holdReason: "missing_documents" } as const;
  await updatePartnerSettings(world.ctx, { partnerId: "prt_ours", changes });
  try {
    expect(await (await account()).get()).toMatchObject({
      hold: { reason: "missing_documents", since: world.clock.now() },
      canCreatePayments: false,
      canCreatePaymentLinks: false,
    });
    expect(await (await account("prt_other")).get()).toMatchObject({ hold: null });
  } finally {
    const undo = { acceptanceHeld: false, holdReason: null };
    await updatePartnerSettings(world.ctx, { partnerId: "prt_ours", changes: undo });
  }
});

test("get returns the limits, and whether payment links may be created", async () => {
  const changes = { minAmount: 100n, maxAmount: 900n, paymentLinksEnabled: false };
  await updatePartnerSettings(world.ctx, { partnerId: "prt_ours", changes });
  try {
    expect(await (await account()).get()).toMatchObject({
      minAmountKurus: 100n,
      maxAmountKurus: 900n,
      paymentLinksEnabled: false,
    });
  } finally {
    const undo = { minAmount: null, maxAmount: null, paymentLinksEnabled: true };
    await updatePartnerSettings(world.ctx, { partnerId: "prt_ours", changes: undo });
  }
});

test("budgets shrink by what a key has used, and do not list a revoked key", async () => {
  const door = await createPanelContext(world.ctx, "owner");
  const raised = { ...door.session!, account: { ...door.session!.account, linkReadsPerKey: 500 } };
  const caller = open({ ...door, session: raised });
  await door.limits.take("payments-key", "key_1");
  await door.limits.take("payments-key", "key_other");
  await door.limits.take("installments-partner", "prt_ours");
  for (let i = 0; i < 2; i++) {
    const { keys, installments } = await caller.budgets();
    expect(keys).toMatchObject([
      {
        keyId: "key_1",
        name: "k",
        budgets: [
          { policy: "payments-key", quota: 60, remaining: 59, resetSeconds: 60 },
          { policy: "links-write-key", quota: 30, remaining: 30, resetSeconds: null },
          { policy: "links-read-key", quota: 500, remaining: 500 },
          { policy: "refunds-key", quota: 30, remaining: 30 },
        ],
      },
    ]);
    expect(installments).toMatchObject({ policy: "installments-partner", quota: 120, remaining: 119 });
  }
  await world.db.prisma.apiKey.update({ where: { id: "key_1" }, data: { revokedAt: new Date() } });
  expect((await caller.budgets()).keys).toEqual([]);
});
