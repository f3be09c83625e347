import { afterAll, beforeAll, expect, test } from "vitest";
import { writeLinks } from "@/server/testing/journeys/link-rows";
import { createDeliveryHelpers } from "@/server/testing/receivers/deliveries";
import { createPanelContext, createViewerContext } from "@/server/testing/world/panel";
import { openTestWorld, type TestWorld, testTerminals } from "@/server/testing/world/world";
import { createCallerFactory } from "./door";
import { panelRouter } from "./router";

/** For every procedure that takes an identifier, another account's row looks like a missing one (S15). */

interface Procedure {
  readonly _def: {
    readonly type: "query" | "mutation";
    readonly inputs: readonly { readonly shape?: Readonly<Record<string, unknown>> }[];
  };
}

const idNames = [
  "paymentCode",
  "linkId",
  "keyId",
  "deliveryId",
  "traceId",
  "requestId",
  "payoutItemId",
  "chargebackId",
  "userId",
  "invitationId",
  "terminalId",
  "actorId",
];
/** The other valid inputs of a procedure, so only the identifier can be at fault. */
const rest: Readonly<Record<string, object>> = {
  "audit.list": { area: null, from: null, until: null },
  "installment.preview": { digits: "552879" },
  "link.preview": { amountKurus: 5_000n, customerShareBps: 0, allowedCounts: null },
  "link.create": {
    amountKurus: 5_000n,
    customerShareBps: 0,
    allowedCounts: null,
    description: null,
    payerName: null,
    redirectUrl: null,
    items: null,
  },
  "newPayment.create": { amount: 5_000n, installment: 1, partnerTxCode: "T-1", description: null },
  "payment.list": {
    search: null,
    status: null,
    refunded: null,
    source: null,
    amountFromKurus: null,
    amountToKurus: null,
    createdFrom: null,
    createdTo: null,
  },
  "key.change": { name: "k", scopes: ["payments:read"] },
  "refund.start": { key: "0a4f2b7c-6a8e-4a53-9c61-5d0f6f3f7d10", amount: null, method: "auto", reason: null },
  "chargeback.writeStatement": { statement: "It was delivered." },
  "refund.reject": { note: null },
  "request.list": { status: null, method: null, area: null },
  "team.changeRole": { role: "support" },
};

const procedures = Object.entries(panelRouter._def.procedures as unknown as Record<string, Procedure>);
const cases = procedures.flatMap(([path, { _def }]) => {
  const names = _def.inputs.flatMap(({ shape }) => Object.keys(shape ?? {}));
  return idNames.filter((name) => names.includes(name)).map((name) => [path, name, _def.type, names] as const);
});

let world: TestWorld;
let callers: Readonly<Record<"ours" | "theirs" | "viewer", unknown>>;
let theirs: Readonly<Record<string, string>>;

const traceId = "f".repeat(32);

beforeAll(async () => {
  world = await openTestWorld({ hasBrokenBooks: true });
  const { prisma } = world.db;
  const createCaller = createCallerFactory(panelRouter);
  const [ourDoor, theirDoor] = [
    await createPanelContext(world.ctx, "owner"),
    await createPanelContext(world.ctx, "owner", "prt_other"),
  ];
  const them = createCaller(theirDoor);
  const viewer = createCaller(await createViewerContext(world.ctx));
  callers = { ours: createCaller(ourDoor), theirs: them, viewer };
  const now = world.clock.now();
  const payment = { amount: 5_000n, terminalId: testTerminals.foreign, installment: 1 };
  const { paymentCode } = await them.newPayment.create({
    ...payment,
    partnerTxCode: "T-1",
    description: null,
  });
  const [linkId = ""] = await writeLinks(world, [{ createdAt: now, partnerId: "prt_other" }]);
  await putOnLink(paymentCode, linkId);
  await createDeliveryHelpers(() => world).reset();
  await prisma.apiRequest.create({
    data: {
      id: traceId,
      partnerId: "prt_other",
      keyId: "k",
      at: now,
      method: "GET",
      path: "/v1/payments",
      status: 200,
      durationMs: 1,
      sourceIp: "",
      userAgent: "",
    },
  });
  await prisma.payoutBatch.create({ data: { id: "pob_1", createdAt: now } });
  await prisma.payoutItem.create({
    data: {
      id: "poi_1",
      batchId: "pob_1",
      partnerId: "prt_other",
      amount: 1n,
      ibanMasked: "TR** 26",
      status: "prepared",
      createdAt: now,
      updatedAt: now,
    },
  });
  await prisma.refundRequest.create({
    data: {
      id: "rfq_1",
      partnerId: "prt_other",
      paymentId: paymentCode,
      partnerRefundCode: "r",
      method: "auto",
      amount: 1n,
      status: "waiting",
      requestedBy: "usr_x",
      createdAt: now,
      updatedAt: now,
      expiresAt: new Date(now.getTime() + 60_000),
    },
  });
  await chargeBack(paymentCode);
  await them.key.create({ name: "theirs" });
  const key = await prisma.apiKey.findFirstOrThrow({ where: { partnerId: "prt_other" } });
  await them.team.invite({ email: "new@other.test", role: "support" });
  const invitation = await prisma.invitation.findFirstOrThrow();
  theirs = {
    paymentCode,
    linkId,
    traceId,
    payoutItemId: "poi_1",
    chargebackId: "cbk_1",
    requestId: "rfq_1",
    keyId: key.id,
    invitationId: invitation.id,
    terminalId: testTerminals.foreign,
    deliveryId: await createDeliveryHelpers(() => world).createPending("prt_other"),
    userId: theirDoor.session?.user.id ?? "",
    actorId: theirDoor.session?.user.id ?? "",
  };
});
afterAll(() => world.close());

/** Inserts a chargeback of a payment that was never captured. */
const chargeBack = (paymentCode: string) =>
  world.db.prisma.$transaction([
    world.db.prisma.$executeRaw`set local session_replication_role = replica`,
    world.db.prisma.$executeRaw`
      insert into chargeback (id, partner_id, payment_id, terminal_id, case_number, status, amount, bank_at, respond_by,
                              created_at, updated_at)
      select 'cbk_1', partner_id, id, terminal_id, 'CB-1', 'open', 1, created_at, created_at::date, created_at, created_at
        from payment where id = ${paymentCode}`,
  ]);

/** Makes a payment that of a link, without the buyer's way to it. */
const putOnLink = (paymentCode: string, linkId: string) =>
  world.db.prisma.$transaction([
    world.db.prisma.$executeRaw`set local session_replication_role = replica`,
    world.db.prisma
      .$executeRaw`update payment set link_id = ${linkId}, source = 'payment_link' where id = ${paymentCode}`,
  ]);

/** Returns a procedure's answer or refusal as text that can be compared. */
async function readOutcome(
  who: keyof typeof callers,
  path: string,
  name: string,
  id: string,
  names: readonly string[],
) {
  const others = names.filter((one) => idNames.includes(one) && one !== name).map((one) => [one, null]);
  const input = { ...Object.fromEntries(others), ...rest[path], [name]: id };
  const procedure = path.split(".").reduce((at, step) => (at as Record<string, unknown>)[step], callers[who]);
  try {
    const result = await (procedure as (input: unknown) => Promise<unknown>)(input);
    return JSON.stringify(result ?? null, (_, value) => (typeof value === "bigint" ? String(value) : value));
  } catch (error) {
    const { message, cause } = error as { message: string; cause?: unknown };
    return cause instanceof Error && message !== "validation_error" ? message : `wrong input: ${message}`;
  }
}

/** Returns an identifier of the same form that no row has. */
const toMissingId = (name: string): string =>
  name === "traceId" ? "e".repeat(32) : (theirs[name] ?? "").replace(/_.*$/, (rest) => rest.replace(/\w/g, "z"));

test("the cases cover every kind of identifier, each of an existing row", () => {
  expect(cases.length).toBeGreaterThan(20);
  for (const name of idNames) expect(theirs[name], name).toBeTruthy();
});

test.each(cases)("%s: another account's %s is answered like a missing one", async (path, name, _type, names) => {
  const missing = await readOutcome("ours", path, name, toMissingId(name), names);
  expect(missing).not.toMatch(/^wrong input/);
  expect(await readOutcome("ours", path, name, theirs[name] ?? "", names)).toBe(missing);
});

test.each(cases)("%s: staff who view our account get no foreign %s", async (path, name, type, names) => {
  const missing = await readOutcome("viewer", path, name, toMissingId(name), names);
  if (type === "mutation") expect(missing).toBe("access_denied");
  expect(await readOutcome("viewer", path, name, theirs[name] ?? "", names)).toBe(missing);
});

/** For these inputs the owner has no rows in this test, so a present and a missing identifier give the same answer. */
const bare = ["audit.list actorId", "payout.settlements payoutItemId", "request.list keyId"];
const own = cases.filter(([path, name, type]) => type === "query" && !bare.includes(`${path} ${name}`));

test.each(own)("%s: the owner gets another answer for their own %s", async (path, name, _type, names) => {
  const missing = await readOutcome("theirs", path, name, toMissingId(name), names);
  expect(await readOutcome("theirs", path, name, theirs[name] ?? "", names)).not.toBe(missing);
});
