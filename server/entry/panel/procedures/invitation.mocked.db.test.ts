import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { processGlobal } from "@/server/process-global";
import { withRequest } from "@/server/request-store";
import { traceId } from "@/server/testing/doors/requests";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { inviteColleague } from "@/server/usecases/people/invite-colleague";
import { handleAcceptance, handleInvitation } from "./invitation";

const held = vi.hoisted(() => ({ context: {} as Record<string, unknown> }));
vi.mock("@/server/context", () => ({ getContext: () => held.context }));

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
  held.context = { ...world.ctx, env: { redisUrl: undefined, rateLimitMultiplier: 1 } };
});
beforeEach(() => {
  processGlobal("rateLimits").value = undefined;
});
afterAll(() => world.close());

const password = "a long walk by the sea";
const ours = { origin: "http://api.test", "x-vezne-page": "1", "content-type": "application/json" };

/** Sends a request about an invitation, by default with the headers of the product's own pages. */
async function ask(handle: typeof handleInvitation, input: object, headers: Record<string, string> = ours) {
  const target = "/panel/invitation/look";
  const body = JSON.stringify(input);
  const request = new Request(`http://api.test${target}`, { method: "POST", headers, body });
  const facts = { sourceIp: "192.0.2.7", traceId, nonce: "", origin: "api" as const, pageStatus: null };
  const answer = await withRequest({ ...facts, method: "POST", target }, () => handle(request));
  return { status: answer.status, text: await answer.text() };
}

const invite = async (email: string) => {
  const invitation = { partnerId: world.caller.partnerId, userId: null, email };
  const made = await inviteColleague(world.ctx, { ...invitation, role: "finance", language: "tr" });
  return { id: made.invitationId, token: new URL(made.url).hash.slice(1) };
};

const entries = () =>
  world.db.prisma.auditEntry.findMany({
    where: { action: "invitation.accept" },
    orderBy: { number: "asc" },
  });

test("the audit log of the account records each acceptance, also a refused one, without secrets", async () => {
  const { id, token } = await invite("new@ours.test");
  const seen = await ask(handleInvitation, { token });
  expect(JSON.parse(seen.text)).toEqual({
    accountName: expect.any(String),
    email: "new@ours.test",
    role: "finance",
    expiresAt: expect.any(String),
  });
  expect(await entries()).toEqual([]);
  const weak = await ask(handleAcceptance, { token, name: "New", password: "password1" });
  expect(weak.status).toBe(400);
  const done = await ask(handleAcceptance, { token, name: " New ", password });
  expect([done.status, JSON.parse(done.text)]).toEqual([200, { email: "new@ours.test" }]);
  const user = await world.db.prisma.panelUser.findFirstOrThrow({ where: { email: "new@ours.test" } });
  expect(user.name).toBe("New");
  const rows = await entries();
  expect(rows.map(({ outcome, code, actorId }) => [outcome, code, actorId])).toEqual([
    ["begun", null, null],
    ["refused", "validation_error", null],
    ["begun", null, null],
    ["done", null, user.id],
  ]);
  for (const row of rows) {
    expect(row).toMatchObject({ scope: "prt_ours", subject: id, sourceIp: "192.0.2.7" });
    expect(row).toMatchObject({ actorName: "new@ours.test", detail: { role: "finance" } });
  }
  const text = JSON.stringify(rows, (_, value) => (typeof value === "bigint" ? String(value) : value));
  for (const secret of [token, password, "password1"]) expect(text).not.toContain(secret);
  expect((await ask(handleAcceptance, { token, name: "Second", password })).status).toBe(404);
});

test("403 unless one of the product's pages asks, and no user is created", async () => {
  const { token } = await invite("foreign@ours.test");
  const { "x-vezne-page": _, ...withoutHeader } = ours;
  for (const headers of [withoutHeader, { ...ours, origin: "https://evil.test" }]) {
    expect((await ask(handleInvitation, { token }, headers)).status).toBe(403);
    expect((await ask(handleAcceptance, { token, name: "x", password }, headers)).status).toBe(403);
  }
  expect(await world.db.prisma.panelUser.count({ where: { email: "foreign@ours.test" } })).toBe(0);
});

test("429 for the 31st request in a minute from one address, whether the invitation exists or not", async () => {
  const { token } = await invite("many@ours.test");
  const statuses = await Promise.all(
    Array.from({ length: 32 }, async (_, index) => {
      const tried = index % 2 ? token : "x".repeat(43);
      return (await ask(handleInvitation, { token: tried })).status;
    }),
  );
  expect(statuses.filter((status) => status === 429)).toHaveLength(2);
});
