import { afterAll, beforeAll, expect, test } from "vitest";
import { days, hours } from "@/server/domain/clock";
import { createRequestKeeping, type NotedRequest } from "@/server/store/accounts/api-requests";
import { insertBankMessages } from "@/server/store/banks/bank-messages";
import { asPartnerId } from "@/server/store/tenant";
import { createMessageHelpers } from "@/server/testing/journeys/bank-messages";
import { createRefundJourney, type RefundJourney } from "@/server/testing/journeys/refund";
import { newPerson, setUpAuthenticator, signInInput } from "@/server/testing/world/people";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { verifyAudit } from "@/server/usecases/audit/verify-audit";
import type { Ctx } from "@/server/usecases/ctx";
import { advanceClock } from "@/server/usecases/operations/advance-clock";
import { examineInstallation } from "@/server/usecases/operations/examine-installation";
import { signIn } from "@/server/usecases/people/sign-in";

// The product's work with the application's role (D-304). Its rights are also proved by every test from outside,
// because the sandbox works with this role.
let world: TestWorld;
let journey: RefundJourney;
beforeAll(async () => {
  world = await openTestWorld({ asApplication: true });
  journey = createRefundJourney(world);
  await world.db.prisma.partner.updateMany({ data: { webhookUrl: "https://shop.test/hook" } });
});
afterAll(() => world.close());

test("a payment is captured, given back, and told to the merchant; what is old is erased", async () => {
  const messages = createMessageHelpers(world);
  await insertBankMessages(world.ctx.db, [messages.message()]);
  await createRequestKeeping(world.ctx.db)([buildRequest(world.clock.now())]);
  const paymentCode = await journey.capture();
  expect(await journey.tryRefund(paymentCode)).toBe("void approved");
  await advanceClock(world.ctx, { advanceSeconds: hours(1) / 1000 });
  await world.settled();
  const delivered = world.receiver.sent.map(({ body }) => JSON.parse(Buffer.from(body).toString()).type);
  expect(delivered).toEqual(expect.arrayContaining(["payment.captured", "refund.approved"]));
  await advanceClock(world.ctx, { advanceSeconds: days(40) / 1000 });
  expect([await messages.count(), await world.db.prisma.apiRequest.count()]).toEqual([0, 0]);
  // What the database refuses, background work would only log.
  expect(world.warnings).toEqual([]);
});

const buildRequest = (at: Date): NotedRequest => ({
  traceId: "0".repeat(32),
  partnerId: asPartnerId("prt_ours"),
  keyId: "key_1",
  method: "GET",
  path: "/v1/payments",
  status: 200,
  code: null,
  message: null,
  durationMs: 3,
  sourceIp: "192.0.2.1",
  userAgent: "curl/8",
  query: null,
  body: null,
  cardFields: null,
  at,
});

test("a person signs in and sets up a second factor, which the audit log records", async () => {
  const person = await newPerson(world.ctx);
  expect((await signIn(world.ctx, signInInput(person.email))).kind).toBe("signed_in");
  await setUpAuthenticator(world.ctx, { door: "panel", userId: person.id });
  await world.settled();
  expect(await verifyAudit(world.ctx)).toMatchObject([{ scope: "prt_ours", brokenAt: null }]);
});

const examine = (ctx: Ctx) => examineInstallation(ctx, { withSurroundings: false });

test("the doctor has nothing to say against role, keys, migrations and clock", async () => {
  const checks = await examine(world.ctx);
  expect(checks.map(({ name, state }) => `${name} ${state}`)).toEqual([
    "encryption_keys fine",
    "database_role fine",
    "audit_logs fine",
    "migrations fine",
    "clock fine",
  ]);
});

test("the doctor names the powers of a superuser, and a missing migration before everything that needs it", async () => {
  const role = (await examine({ ...world.ctx, db: world.db })).find(({ name }) => name === "database_role");
  expect(role).toMatchObject({ state: "failed", sentence: expect.stringContaining("is a superuser") });
  const installation = { ...world.ctx.installation, migrations: ["20990101000000_later", "20990102000000_last"] };
  const checks = await examine({ ...world.ctx, installation });
  expect(checks.map(({ name, state }) => `${name} ${state}`)).toEqual(["migrations failed", "clock fine"]);
  expect(checks[0]?.sentence).toBe("The database lacks 20990101000000_later and 1 later ones.");
});
