import { afterAll, beforeAll, expect, test } from "vitest";
import { generateCode, newPerson, openSession, setUpAuthenticator, signInInput } from "@/server/testing/world/people";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { finishSecondFactor } from "./finish-second-factor";
import { removeSecondFactor } from "./remove-second-factor";
import { findPanelSession } from "./session-queries";
import { consumeSecondFactor } from "./shared/second-factor";
import { signIn } from "./sign-in";
import { startSecondFactor } from "./start-second-factor";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

const getUser = (id: string) => world.db.prisma.panelUser.findUniqueOrThrow({ where: { id } });

test("the code with which an app was set up does not work for a sign-in", async () => {
  const { email, person } = await newPerson(world.ctx);
  const sessionId = await openSession(world.ctx, person);
  const { secret } = await startSecondFactor(world.ctx, { person });
  const code = generateCode(secret);
  await finishSecondFactor(world.ctx, { person, sessionId, code });
  expect(await signIn(world.ctx, signInInput(email, { code }))).toEqual({ kind: "code_wrong" });
  const next = await signIn(world.ctx, signInInput(email, { code: generateCode(secret, 1) }));
  expect(next.kind).toBe("signed_in");
});

test("sign-ins without a code during the setup of an app end when the app becomes active", async () => {
  const { email, person } = await newPerson(world.ctx);
  const here = await openSession(world.ctx, person);
  const { secret } = await startSecondFactor(world.ctx, { person });
  const [outcomes] = await Promise.all([
    Promise.all(Array.from({ length: 6 }, () => signIn(world.ctx, signInInput(email)))),
    finishSecondFactor(world.ctx, { person, sessionId: here, code: generateCode(secret) }),
  ]);
  for (const outcome of outcomes) {
    if (outcome.kind === "signed_in") {
      expect(await findPanelSession(world.ctx, outcome.sessionId)).toBeNull();
    }
  }
  expect(await findPanelSession(world.ctx, here)).not.toBeNull();
});

test("removing an app ends the other sessions and keeps this one", async () => {
  const { person } = await newPerson(world.ctx);
  const { sessionId } = await setUpAuthenticator(world.ctx, person);
  const other = await openSession(world.ctx, person);
  await removeSecondFactor(world.ctx, { person, sessionId });
  expect(await findPanelSession(world.ctx, other)).toBeNull();
  expect(await findPanelSession(world.ctx, sessionId)).not.toBeNull();
});

test("refuses a code of an app that was replaced meanwhile", async () => {
  const { id, person } = await newPerson(world.ctx);
  const former = await setUpAuthenticator(world.ctx, person);
  const { totpSecret } = await getUser(id);
  await removeSecondFactor(world.ctx, { person, sessionId: former.sessionId });
  const present = await setUpAuthenticator(world.ctx, person);
  const take = (secret: Pick<Awaited<ReturnType<typeof getUser>>, "totpSecret">, code: string) =>
    consumeSecondFactor(world.ctx, world.db.prisma, person, { ...secret, code });
  expect(await take({ totpSecret }, generateCode(former.secret, 1))).toBeNull();
  expect(await take(await getUser(id), generateCode(present.secret, 1))).toBe("app");
});

test("a wrong code records no sign-in time and keeps the browser's former session", async () => {
  const { id, email, person } = await newPerson(world.ctx);
  const { sessionId } = await setUpAuthenticator(world.ctx, person);
  const before = signInInput(email, { code: "000 000", formerSessionId: sessionId });
  expect(await signIn(world.ctx, before)).toEqual({ kind: "code_wrong" });
  expect((await getUser(id)).lastSignInAt).toBeNull();
  expect(await findPanelSession(world.ctx, sessionId)).not.toBeNull();
});
