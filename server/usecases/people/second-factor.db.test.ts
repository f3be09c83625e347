import { afterAll, beforeAll, expect, test } from "vitest";
import { codeAt, newPerson, openSession, setUpApp, signInOf } from "@/server/testing/world/people";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { findPanelSession } from "./find-session";
import { finishSecondFactor } from "./finish-second-factor";
import { removeSecondFactor } from "./remove-second-factor";
import { takeSecondFactor } from "./second-factor";
import { signIn } from "./sign-in";
import { startSecondFactor } from "./start-second-factor";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

const userOf = (id: string) => world.db.prisma.panelUser.findUniqueOrThrow({ where: { id } });

test("the code that an app was set up with does not enter as well", async () => {
  const { email, person } = await newPerson(world.ctx);
  const sessionId = await openSession(world.ctx, person);
  const { secret } = await startSecondFactor(world.ctx, { person });
  const code = codeAt(secret);
  await finishSecondFactor(world.ctx, { person, sessionId, code });
  expect(await signIn(world.ctx, signInOf(email, { code }))).toEqual({ kind: "code_wrong" });
  const next = await signIn(world.ctx, signInOf(email, { code: codeAt(secret, 1) }));
  expect(next.kind).toBe("signed_in");
});

test("whoever signs in without a code while an app is being set up is out when it counts", async () => {
  const { email, person } = await newPerson(world.ctx);
  const here = await openSession(world.ctx, person);
  const { secret } = await startSecondFactor(world.ctx, { person });
  const [outcomes] = await Promise.all([
    Promise.all(Array.from({ length: 6 }, () => signIn(world.ctx, signInOf(email)))),
    finishSecondFactor(world.ctx, { person, sessionId: here, code: codeAt(secret) }),
  ]);
  for (const outcome of outcomes) {
    if (outcome.kind === "signed_in") {
      expect(await findPanelSession(world.ctx, outcome.sessionId)).toBeNull();
    }
  }
  expect(await findPanelSession(world.ctx, here)).not.toBeNull();
});

test("other sessions end when an app is removed, and this one goes on", async () => {
  const { person } = await newPerson(world.ctx);
  const { sessionId } = await setUpApp(world.ctx, person);
  const other = await openSession(world.ctx, person);
  await removeSecondFactor(world.ctx, { person, sessionId });
  expect(await findPanelSession(world.ctx, other)).toBeNull();
  expect(await findPanelSession(world.ctx, sessionId)).not.toBeNull();
});

test("a code of an app that another one has replaced meanwhile is not taken", async () => {
  const { id, person } = await newPerson(world.ctx);
  const former = await setUpApp(world.ctx, person);
  const { totpSecret } = await userOf(id);
  await removeSecondFactor(world.ctx, { person, sessionId: former.sessionId });
  const present = await setUpApp(world.ctx, person);
  const take = (secret: Pick<Awaited<ReturnType<typeof userOf>>, "totpSecret">, code: string) =>
    takeSecondFactor(world.ctx, world.db.prisma, person, { ...secret, code });
  expect(await take({ totpSecret }, codeAt(former.secret, 1))).toBeNull();
  expect(await take(await userOf(id), codeAt(present.secret, 1))).toBe("app");
});

test("a wrong code leaves nothing of a sign-in behind: no instant of it, and what the browser had goes on", async () => {
  const { id, email, person } = await newPerson(world.ctx);
  const { sessionId } = await setUpApp(world.ctx, person);
  const before = signInOf(email, { code: "000 000", formerSessionId: sessionId });
  expect(await signIn(world.ctx, before)).toEqual({ kind: "code_wrong" });
  expect((await userOf(id)).lastSignInAt).toBeNull();
  expect(await findPanelSession(world.ctx, sessionId)).not.toBeNull();
});
