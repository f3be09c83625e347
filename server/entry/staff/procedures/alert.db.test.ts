import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seconds } from "@/server/domain/clock";
import { createStaffContext } from "@/server/testing/world/panel";
import { raiseTestAlert, settleTestAlert } from "@/server/testing/world/staff";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { listAlerts } from "@/server/usecases/operations/list-alerts";
import { createCallerFactory } from "../door";
import { staffRouter } from "../router";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

const as = async (role: "admin" | "support") => {
  const door = await createStaffContext(world.ctx, role);
  return { caller: createCallerFactory(staffRouter)(door), email: door.session!.user.email };
};

/** Raises an alert about a new subject, or again about the given one. */
const raise = async (subject: string, kind: "capture_unknown" | "refund_unknown" = "capture_unknown") => {
  world.clock.advanceMs(seconds(1));
  return raiseTestAlert(world, { kind, subject, detail: `About ${subject}` });
};
const find = async (subject: string) => {
  const { caller } = await as("support");
  return (await caller.alert.list({ subject })).items;
};
const idOf = async (subject: string): Promise<string> => (await find(subject))[0]?.alertId ?? "";

describe("an alert", () => {
  test("is open, in the hands of a person, and closed with a note; each step is audited", async () => {
    await raise("pay_1");
    const { caller, email } = await as("support");
    const alertId = await idOf("pay_1");
    expect(await caller.alert.count()).toBe(1);
    await caller.alert.acknowledge({ alertId });
    expect(await find("pay_1")).toMatchObject([{ state: "acknowledged", acknowledgedBy: email }]);
    expect(await caller.alert.count()).toBe(0);
    await caller.alert.close({ alertId, note: "Seen at the bank" });
    expect(await find("pay_1")).toMatchObject([
      { state: "closed", closedBy: email, note: "Seen at the bank", closedAt: world.clock.now() },
    ]);
    const entries = await world.db.prisma.auditEntry.findMany({
      where: { subject: alertId },
      orderBy: { number: "asc" },
    });
    expect(entries.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
      "alert.acknowledge begun",
      "alert.acknowledge done",
      "alert.close begun",
      "alert.close done",
    ]);
    expect(entries.at(-1)?.detail).toEqual({ reason: "Seen at the bank" });
  });

  test("is raised once while it is not closed, and again once it was closed, as a new open one", async () => {
    expect([await raise("pay_2"), await raise("pay_2")]).toEqual([true, false]);
    const { caller } = await as("admin");
    const alertId = await idOf("pay_2");
    await caller.alert.close({ alertId, note: "Nothing" });
    expect(await raise("pay_2")).toBe(true);
    expect(await find("pay_2")).toMatchObject([
      { alertId, state: "open", note: null, closedBy: null, createdAt: world.clock.now() },
    ]);
  });

  test("closes by itself where it is settled, and ten people who close it at once leave one note", async () => {
    await raise("pay_3");
    await settleTestAlert(world, { kind: "capture_unknown", subject: "pay_3" });
    expect(await find("pay_3")).toMatchObject([{ state: "closed", closedBy: null, note: null }]);
    await raise("pay_3");
    const { caller } = await as("admin");
    const alertId = await idOf("pay_3");
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) => caller.alert.close({ alertId, note: `note ${n}` })),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await find("pay_3")).toMatchObject([{ note: expect.stringMatching(/^note \d$/) }]);
  });

  test("404 for an unknown one, 400 for one that is closed, a blank note and a card number", async () => {
    await raise("pay_4");
    const { caller } = await as("admin");
    const alertId = await idOf("pay_4");
    const bad = { code: "BAD_REQUEST" };
    await expect(caller.alert.acknowledge({ alertId: "alr_none" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(caller.alert.close({ alertId, note: " " })).rejects.toMatchObject(bad);
    await expect(caller.alert.close({ alertId, note: "4546711234567894" })).rejects.toMatchObject({
      message: "validation_error",
    });
    await caller.alert.close({ alertId, note: "done" });
    await expect(caller.alert.close({ alertId, note: "done" })).rejects.toMatchObject(bad);
    await expect(caller.alert.acknowledge({ alertId })).rejects.toMatchObject(bad);
  });
});

test("alerts are listed by state and kind, page by page, and the command lists open ones, or all", async () => {
  await world.db.prisma.staffAlert.deleteMany();
  for (let n = 0; n < 60; n += 1) await raise(`pay_${100 + n}`, n % 2 ? "refund_unknown" : "capture_unknown");
  const { caller } = await as("support");
  const first = await caller.alert.list({});
  expect(first.items).toHaveLength(50);
  const second = await caller.alert.list({ cursor: first.nextCursor });
  expect([second.items.length, second.nextCursor]).toEqual([10, null]);
  expect((await caller.alert.list({ kind: ["refund_unknown"] })).items).toHaveLength(30);
  await caller.alert.close({ alertId: first.items[0]!.alertId, note: "x" });
  expect((await caller.alert.list({ state: ["closed"] })).items).toHaveLength(1);
  expect((await caller.alert.list({ state: ["acknowledged"] })).items).toEqual([]);
  expect((await listAlerts(world.ctx, { withClosed: false }))[0]?.subject).toBe("pay_158");
  expect((await listAlerts(world.ctx, { withClosed: true }))[0]?.subject).toBe("pay_159");
});
