import { afterAll, beforeAll, expect, test } from "vitest";
import { newPerson, openSession, signInInput } from "@/server/testing/world/people";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { addStaff } from "./add-staff";
import { changePassword } from "./change-password";
import { resetAccess } from "./reset-access";
import { findPanelSession, findStaffSession, findViewingSession } from "./session-queries";
import { signIn } from "./sign-in";
import { startViewing } from "./start-viewing";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

const next = "a long walk by the sea";

test("the password of people staff has to be replaced before anything else; replacing it ends the duty", async () => {
  const email = "issued@shop.test";
  const { userId, password } = await addStaff(world.ctx, { email, role: "admin" });
  const begun = await signIn(world.ctx, signInInput(email, { door: "staff", password }));
  if (begun.kind !== "signed_in") throw new Error(begun.kind);
  const { sessionId } = begun;
  const findDuty = async () => (await findStaffSession(world.ctx, sessionId))?.duty;
  expect(await findDuty()).toBe("password");
  const view = { partnerId: "prt_ours", reason: "The merchant asked", sessionId, staffId: userId };
  await startViewing(world.ctx, { ...view, sourceIp: "192.0.2.7" });
  expect(await findViewingSession(world.ctx, sessionId)).toBeNull();
  const person = { door: "staff", userId } as const;
  await changePassword(world.ctx, { person, sessionId, present: password, next, about: [] });
  expect(await findDuty()).toBeNull();
  expect(await findViewingSession(world.ctx, sessionId)).toMatchObject({ role: "viewer" });
});

test.each(["panel", "staff"] as const)(
  "the password of people reset has to be replaced, at the door %s",
  async (door) => {
    const { person } = await newPerson(world.ctx, door);
    const { password } = await resetAccess(world.ctx, person);
    const sessionId = await openSession(world.ctx, person);
    const find = door === "panel" ? findPanelSession : findStaffSession;
    expect((await find(world.ctx, sessionId))?.duty).toBe("password");
    await changePassword(world.ctx, { person, sessionId, present: password, next, about: [] });
    expect((await find(world.ctx, sessionId))?.duty).toBeNull();
  },
);

test("a person who chose the password has no duty in a sandbox", async () => {
  const { person } = await newPerson(world.ctx);
  expect((await findPanelSession(world.ctx, await openSession(world.ctx, person)))?.duty).toBeNull();
});
