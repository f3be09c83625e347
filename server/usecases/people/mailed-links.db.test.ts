import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AppError } from "@/server/domain/errors";
import { newSecretToken } from "@/server/domain/ids";
import type { SignInDoor } from "@/server/domain/people/sign-in";
import { systemRandom } from "@/server/domain/random";
import { sendWaitingMail } from "@/server/testing/receivers/scripted-mail";
import { testPassword } from "@/server/testing/world/panel";
import { newPerson, openSession, setUpAuthenticator, signInInput } from "@/server/testing/world/people";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { askForAddressProof } from "./ask-for-address-proof";
import { askForPassword } from "./ask-for-password";
import { changePassword } from "./change-password";
import { proveAddress } from "./prove-address";
import { getPasswordLink, getSelf } from "./queries";
import { findPanelSession } from "./session-queries";
import { setForgottenPassword } from "./set-forgotten-password";
import { signIn } from "./sign-in";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

const password = "a long walk by the sea";
const from = { sourceIp: "192.0.2.9", userAgent: "Mozilla/5.0 (Windows NT 10.0) Firefox/140.0" };

/** Asks for a link as the page does, and returns the token of the mail. */
async function ask(email: string, door: SignInDoor = "panel"): Promise<string> {
  await askForPassword(world.ctx, { door, email, language: "en", sourceIp: from.sourceIp });
  await sendWaitingMail(world.ctx);
  return readToken(world.mail.latest("password_reset", email.trim().toLowerCase()).url);
}

const readToken = (url: string): string => new URL(url).hash.slice(1);

const set = (token: string, given: { door?: SignInDoor; password?: string } = {}) =>
  setForgottenPassword(world.ctx, { door: "panel", token, password, ...from, ...given });

const resultCode = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    (error: unknown) => (error instanceof AppError ? error.code : Promise.reject(error)),
  );

const expire = () => world.db.prisma.mailedLink.updateMany({ data: { expiresAt: new Date(Date.now() - 1) } });

describe("a forgotten password", () => {
  test.each(["panel", "staff"] as const)("is replaced by the link that was mailed, at the door %s", async (door) => {
    const { email } = await newPerson(world.ctx, door);
    const token = await ask(` ${email.toUpperCase()} `, door);
    const { url, until } = world.mail.latest("password_reset", email);
    expect(url).toBe(`http://api.test/${door}/password/new#${token}`);
    expect(new Date(until).getTime() - Date.now()).toBeLessThanOrEqual(3_600_000);
    expect(await getPasswordLink(world.ctx, { door, token })).toEqual({ email });
    await set(token, { door });
    expect(await signIn(world.ctx, signInInput(email, { door, password }))).toMatchObject({ kind: "signed_in" });
    expect(await signIn(world.ctx, signInInput(email, { door, password: testPassword }))).toEqual({ kind: "wrong" });
  });

  test("ends all sessions, keeps the second factor, proves the address, and is audited and told by mail", async () => {
    const { email, person } = await newPerson(world.ctx);
    await setUpAuthenticator(world.ctx, person);
    const sessionId = await openSession(world.ctx, person);
    await set(await ask(email));
    expect(await findPanelSession(world.ctx, sessionId)).toBeNull();
    expect(await signIn(world.ctx, signInInput(email, { password }))).toEqual({ kind: "code_needed" });
    expect((await getSelf(world.ctx, { person })).emailProvedAt).not.toBeNull();
    await sendWaitingMail(world.ctx);
    const notice = world.mail.latest("password_changed", email);
    expect(notice).toMatchObject({ how: "link", browser: "Firefox, Windows", sourceIp: "192.0.2.9", door: "panel" });
    const entries = await world.db.prisma.auditEntry.findMany({
      where: { actorId: person.userId },
      orderBy: { number: "asc" },
    });
    expect(entries.map(({ action }) => action)).toEqual(["self.askForPassword", "self.setForgottenPassword"]);
  });

  test("is not mailed to an unknown address, to a removed user, or through the other door", async () => {
    const { email, person } = await newPerson(world.ctx);
    await world.db.prisma.panelUser.update({ where: { id: person.userId }, data: { removedAt: world.clock.now() } });
    const staff = await newPerson(world.ctx, "staff");
    const before = await world.db.prisma.mailMessage.count();
    for (const address of [email, staff.email, "nobody@shop.test", "no address", ""]) {
      await askForPassword(world.ctx, { door: "panel", email: address, language: "tr", sourceIp: from.sourceIp });
    }
    expect(await world.db.prisma.mailMessage.count()).toBe(before);
  });

  test("is replaced by one of ten uses at once, and never again", async () => {
    const { email } = await newPerson(world.ctx);
    const token = await ask(email);
    const results = await Promise.all(Array.from({ length: 10 }, () => resultCode(set(token))));
    expect(results.filter((result) => result === "done")).toHaveLength(1);
    expect(await resultCode(set(token))).toBe("mailed_link_invalid");
  });

  test("keeps an earlier link until one of them is used, which ends all", async () => {
    const { email } = await newPerson(world.ctx);
    const [first, second] = [await ask(email), await ask(email)];
    await set(first);
    expect(await resultCode(set(second))).toBe("mailed_link_invalid");
  });

  test("has links that end when the password is changed", async () => {
    const { email, person } = await newPerson(world.ctx);
    const token = await ask(email);
    const sessionId = await openSession(world.ctx, person);
    await changePassword(world.ctx, { person, sessionId, present: testPassword, next: password, about: [] });
    expect(await resultCode(set(token))).toBe("mailed_link_invalid");
  });

  test("needs an unexpired link of this door and purpose, and a good password, which does not use the link up", async () => {
    const { email, person } = await newPerson(world.ctx);
    const token = await ask(email);
    expect(await resultCode(set(token, { password: "password1" }))).toBe("validation_error");
    expect(await resultCode(set(token, { door: "staff" }))).toBe("mailed_link_invalid");
    expect(await resultCode(proveAddress(world.ctx, { door: "panel", token, ...from }))).toBe("mailed_link_invalid");
    for (const wrong of ["", "x", newSecretToken(systemRandom)])
      expect(await resultCode(set(wrong))).toBe("mailed_link_invalid");
    expect((await getSelf(world.ctx, { person })).emailProvedAt).toBeNull();
    await expire();
    expect(await resultCode(set(token))).toBe("mailed_link_invalid");
  });
});

describe("the proof of an address", () => {
  const askForProof = async () => {
    const { email, person } = await newPerson(world.ctx);
    await askForAddressProof(world.ctx, { person, language: "tr" });
    await sendWaitingMail(world.ctx);
    const { url } = world.mail.latest("address_proof", email);
    expect(url).toMatch(/^http:\/\/api\.test\/panel\/address#/);
    return { email, person, token: readToken(url) };
  };
  const prove = (token: string) => proveAddress(world.ctx, { door: "panel", token, sourceIp: from.sourceIp });

  test("is recorded by one of ten uses at once, with an entry in the audit log", async () => {
    const { email, person, token } = await askForProof();
    const results = await Promise.all(Array.from({ length: 10 }, () => resultCode(prove(token))));
    expect(results.filter((result) => result === "done")).toHaveLength(1);
    expect(await getSelf(world.ctx, { person })).toMatchObject({ email, emailProvedAt: expect.any(Date) });
    const where = { actorId: person.userId, action: "self.proveAddress" };
    expect(await world.db.prisma.auditEntry.count({ where })).toBe(1);
  });

  test("needs an unexpired link", async () => {
    const { person, token } = await askForProof();
    await expire();
    expect(await resultCode(prove(token))).toBe("mailed_link_invalid");
    expect((await getSelf(world.ctx, { person })).emailProvedAt).toBeNull();
  });
});

describe("a notice of a new device", () => {
  const device = "Mozilla/5.0 (X11; Linux) Firefox/140.0";
  const notices = async (email: string) => {
    await sendWaitingMail(world.ctx);
    return world.mail.sent.filter(({ to, content }) => to === email && content.kind === "new_device");
  };

  test("is mailed for another browser or network, in the language of the last sign-in, and not for the first sign-in", async () => {
    const { email } = await newPerson(world.ctx);
    const enter = (given: { sourceIp?: string; userAgent?: string }) =>
      signIn(world.ctx, signInInput(email, { sourceIp: "198.51.100.4", userAgent: device, language: "en", ...given }));
    await enter({});
    await enter({ sourceIp: "198.51.100.200", userAgent: device.replace("140", "141") });
    expect(await notices(email)).toEqual([]);
    await enter({ sourceIp: "203.0.113.5" });
    await enter({ userAgent: device.replace("Firefox", "Chrome") });
    await enter({ sourceIp: "203.0.113.6" });
    const told = (await notices(email)).map(({ language, content }) => ({ language, ...content.values }));
    expect(told).toHaveLength(2);
    expect(told).toContainEqual(
      expect.objectContaining({ language: "en", sourceIp: "203.0.113.5", browser: "Firefox, Linux" }),
    );
    expect(told).toContainEqual(
      expect.objectContaining({ language: "en", sourceIp: "198.51.100.4", browser: "Chrome, Linux" }),
    );
  });

  test("is not mailed where the sign-in is refused", async () => {
    const { email } = await newPerson(world.ctx);
    await signIn(world.ctx, signInInput(email));
    await signIn(world.ctx, signInInput(email, { sourceIp: "203.0.113.5", password: "wrong" }));
    expect(await notices(email)).toEqual([]);
  });
});
