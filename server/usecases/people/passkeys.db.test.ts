import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { days, plusMs } from "@/server/domain/clock";
import type { SignInDoor } from "@/server/domain/people/sign-in";
import { sendWaitingMail } from "@/server/testing/receivers/scripted-mail";
import { SoftAuthenticator } from "@/server/testing/world/authenticator";
import { newPerson, openSession, setUpAuthenticator, signInInput } from "@/server/testing/world/people";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import type { Ctx } from "../ctx";
import { confirmByPasskey } from "./confirm-by-passkey";
import { finishPasskey } from "./finish-passkey";
import { getConfirmationOptions, getPasskeys, getSignInOptions } from "./passkey-queries";
import { getSelf } from "./queries";
import { removePasskey } from "./remove-passkey";
import { renamePasskey } from "./rename-passkey";
import { resetAccess } from "./reset-access";
import { findPanelSession, findStaffSession } from "./session-queries";
import { signIn } from "./sign-in";
import { signInByPasskey } from "./sign-in-by-passkey";
import { startPasskey } from "./start-passkey";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

const holder = "the secret of a browser's cookie";

/** Creates a person with a session and a passkey. */
async function newOwner(door: SignInDoor = "panel") {
  const { email, person } = await newPerson(world.ctx, door);
  const sessionId = await openSession(world.ctx, person);
  const key = new SoftAuthenticator();
  const { recoveryCodes } = await add(person, sessionId, key);
  return { email, person, sessionId, key, recoveryCodes };
}

async function add(person: { door: SignInDoor; userId: string }, sessionId: string, key: SoftAuthenticator) {
  const passkey = key.create(await startPasskey(world.ctx, { person, sessionId }));
  return finishPasskey(world.ctx, { person, sessionId, name: "Work computer", passkey });
}

const { addressMark: _mark, email: _email, password: _password, code: _code, ...start } = signInInput("a@b.test");

/** Signs in by a passkey alone, with the given answer to the options. */
async function enter(key: SoftAuthenticator, said: Parameters<SoftAuthenticator["get"]>[1] = {}, given = {}) {
  const response = key.get(await getSignInOptions(world.ctx, { holder }), said);
  return signInByPasskey(world.ctx, { ...start, passkey: { response, holder }, ...given });
}

describe("adding a passkey", () => {
  test("ends the other sessions, mails a notice, comes with recovery codes once, and is listed", async () => {
    const { email, person } = await newPerson(world.ctx);
    const [sessionId, other] = [await openSession(world.ctx, person), await openSession(world.ctx, person)];
    const first = await add(person, sessionId, new SoftAuthenticator());
    expect(first.recoveryCodes).toHaveLength(10);
    expect((await add(person, sessionId, new SoftAuthenticator())).recoveryCodes).toBeNull();
    expect(await findPanelSession(world.ctx, other)).toBeNull();
    await sendWaitingMail(world.ctx);
    expect(world.mail.latest("passkey_added", email)).toMatchObject({ door: "panel" });
    const passkeys = await getPasskeys(world.ctx, { person });
    expect(passkeys).toMatchObject([{ name: "Work computer", lastUsedAt: null }, { name: "Work computer" }]);
    expect(await getSelf(world.ctx, { person })).toMatchObject({ hasPasskey: true, recoveryCodesLeft: 10 });
  });

  test.each([
    ["of another origin", { origin: "http://evil.test" }],
    ["for another host", { rpId: "evil.test" }],
    ["without a verified user", { isUserVerified: false }],
  ])("is refused %s", async (_, said) => {
    const { person } = await newPerson(world.ctx);
    const sessionId = await openSession(world.ctx, person);
    const passkey = new SoftAuthenticator().create(await startPasskey(world.ctx, { person, sessionId }), said);
    const added = finishPasskey(world.ctx, { person, sessionId, name: "a", passkey });
    await expect(added).rejects.toMatchObject({ code: "validation_error" });
    expect(await getPasskeys(world.ctx, { person })).toEqual([]);
  });

  test("answers a challenge once, and only in the session that asked", async () => {
    const { person, sessionId } = await newOwner();
    const options = await startPasskey(world.ctx, { person, sessionId });
    const passkey = new SoftAuthenticator().create(options);
    const other = await openSession(world.ctx, person);
    const given = { person, name: "a", passkey };
    await expect(finishPasskey(world.ctx, { ...given, sessionId: other })).rejects.toMatchObject({
      code: "validation_error",
    });
    await finishPasskey(world.ctx, { ...given, sessionId });
    await expect(finishPasskey(world.ctx, { ...given, sessionId })).rejects.toMatchObject({ code: "validation_error" });
  });
});

describe("signing in by a passkey alone", () => {
  test.each(["panel", "staff"] as const)("begins a session and records the use, at the door %s", async (door) => {
    const { email, person, key } = await newOwner(door);
    const begun = await enter(key, {}, { door });
    expect(begun.email).toBe(email);
    const find = door === "panel" ? findPanelSession : findStaffSession;
    expect((await find(world.ctx, begun.sessionId))?.user.id).toBe(person.userId);
    expect((await getPasskeys(world.ctx, { person }))[0]?.lastUsedAt).not.toBeNull();
    const [entry] = await world.db.prisma.auditEntry.findMany({
      where: { actorId: person.userId, action: "self.signIn" },
    });
    expect(entry).toMatchObject({ outcome: "done", detail: { secondFactor: "passkey" } });
  });

  test.each([
    ["of another origin", { origin: "http://evil.test" }, {}],
    ["for another host", { rpId: "evil.test" }, {}],
    ["without a verified user", { isUserVerified: false }, {}],
    ["at the other door", {}, { door: "staff" }],
  ])("is refused %s", async (_, said, given) => {
    const { key } = await newOwner();
    await expect(enter(key, said, given)).rejects.toMatchObject({ code: "validation_error" });
  });

  test("is refused with another browser's challenge, with a used one, and with a count that does not grow", async () => {
    const { key } = await newOwner();
    const response = key.get(await getSignInOptions(world.ctx, { holder }));
    const attempt = (from: string) => signInByPasskey(world.ctx, { ...start, passkey: { response, holder: from } });
    await expect(attempt("another browser")).rejects.toMatchObject({ code: "validation_error" });
    expect((await attempt(holder)).sessionId).toBeDefined();
    await expect(attempt(holder)).rejects.toMatchObject({ code: "validation_error" });
    await expect(enter(key, { counter: 1 })).rejects.toMatchObject({ code: "validation_error" });
    expect((await enter(key, { counter: 9 })).sessionId).toBeDefined();
  });

  test("is refused after its five minutes, and of a person who was removed", async () => {
    const { person, key } = await newOwner();
    const response = key.get(await getSignInOptions(world.ctx, { holder }));
    await world.db.prisma.passkeyChallenge.updateMany({ data: { expiresAt: new Date(Date.now() - 1) } });
    await expect(signInByPasskey(world.ctx, { ...start, passkey: { response, holder } })).rejects.toThrow();
    await world.db.prisma.panelUser.update({ where: { id: person.userId }, data: { removedAt: new Date() } });
    await expect(enter(key)).rejects.toMatchObject({ code: "validation_error" });
  });
});

describe("a passkey after the password", () => {
  test("is asked for, and a recovery code helps without it; with an app too, either is asked for", async () => {
    const { email, person, recoveryCodes } = await newOwner();
    expect(await signIn(world.ctx, signInInput(email))).toEqual({ kind: "passkey_needed" });
    const byCode = await signIn(world.ctx, signInInput(email, { code: recoveryCodes?.[0] ?? "" }));
    expect(byCode.kind).toBe("signed_in");
    await setUpAuthenticator(world.ctx, person);
    expect(await signIn(world.ctx, signInInput(email))).toEqual({ kind: "code_needed" });
  });

  test("signs in, and one of another person is refused", async () => {
    const [owner, stranger] = [await newOwner(), await newOwner()];
    const shown = async (key: SoftAuthenticator) => ({
      holder,
      response: key.get(await getSignInOptions(world.ctx, { holder })),
    });
    const attempt = async (key: SoftAuthenticator) =>
      (await signIn(world.ctx, signInInput(owner.email, { passkey: await shown(key) }))).kind;
    expect(await attempt(stranger.key)).toBe("code_wrong");
    expect(await attempt(owner.key)).toBe("signed_in");
  });
});

test("a passkey confirms its own session only", async () => {
  const [{ person, sessionId, key }, stranger] = [await newOwner(), await newOwner()];
  const confirmedAt = plusMs(new Date(), -days(1));
  await world.db.prisma.signInSession.update({ where: { id: sessionId }, data: { confirmedAt } });
  const sign = async (by: SoftAuthenticator) => by.get(await getConfirmationOptions(world.ctx, { person, sessionId }));
  const byStranger = confirmByPasskey(world.ctx, { person, sessionId, passkey: await sign(stranger.key) });
  await expect(byStranger).rejects.toMatchObject({ code: "validation_error" });
  expect((await findPanelSession(world.ctx, sessionId))?.confirmedAt).toEqual(confirmedAt);
  await confirmByPasskey(world.ctx, { person, sessionId, passkey: await sign(key) });
  const confirmed = (await findPanelSession(world.ctx, sessionId))?.confirmedAt.getTime();
  expect(confirmed).toBeGreaterThan(confirmedAt.getTime());
});

test("a passkey is renamed and removed by its owner only; the last factor takes the recovery codes with it", async () => {
  const [{ person, sessionId }, stranger] = [await newOwner(), await newOwner()];
  const passkeyId = (await getPasskeys(world.ctx, { person }))[0]?.passkeyId ?? "";
  const foreign = { person: stranger.person, passkeyId };
  await expect(renamePasskey(world.ctx, { ...foreign, name: "b" })).rejects.toMatchObject({ code: "not_found" });
  await expect(removePasskey(world.ctx, { ...foreign, sessionId: stranger.sessionId })).rejects.toMatchObject({
    code: "not_found",
  });
  await renamePasskey(world.ctx, { person, passkeyId, name: "Phone" });
  expect(await getPasskeys(world.ctx, { person })).toMatchObject([{ name: "Phone" }]);
  await removePasskey(world.ctx, { person, sessionId, passkeyId });
  expect(await getSelf(world.ctx, { person })).toMatchObject({ hasPasskey: false, recoveryCodesLeft: 0 });
  expect(await world.db.prisma.recoveryCode.count({ where: { panelUserId: person.userId } })).toBe(0);
});

test("a reset by the operator removes the passkeys", async () => {
  const { person, key } = await newOwner();
  await resetAccess(world.ctx, person);
  expect(await getPasskeys(world.ctx, { person })).toEqual([]);
  await expect(enter(key)).rejects.toMatchObject({ code: "validation_error" });
});

test("the duty to add a passkey comes after seven days with an app, in live mode only, and ends with it", async () => {
  const live: Ctx = { ...world.ctx, sandboxTime: null };
  const { person } = await newPerson(world.ctx, "staff");
  const { sessionId } = await setUpAuthenticator(world.ctx, person);
  const setSince = (factorRuleSince: Date) =>
    world.db.prisma.staffUser.update({ where: { id: person.userId }, data: { factorRuleSince } });
  const read = async (ctx = live) => {
    const session = await findStaffSession(ctx, sessionId);
    return { duty: session?.duty, isEndNamed: session?.appEndsAt !== null };
  };
  await setSince(plusMs(new Date(), 60_000 - days(7)));
  expect(await read()).toEqual({ duty: null, isEndNamed: true });
  await setSince(plusMs(new Date(), -days(7)));
  expect(await read()).toEqual({ duty: "passkey", isEndNamed: true });
  expect(await read(world.ctx)).toEqual({ duty: null, isEndNamed: false });
  await add(person, sessionId, new SoftAuthenticator());
  expect(await read()).toEqual({ duty: null, isEndNamed: false });
});
