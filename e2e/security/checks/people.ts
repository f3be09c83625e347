import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { newColleague } from "../../support/colleague";
import { ask } from "../../support/http";
import { other, sandbox } from "../../support/product";
import { findStaff } from "../../support/staff";
import type { Check } from "../check";
import { addApp, openLiveOwner } from "../live-owner";
import { medianMs } from "../median";
import { queryDatabase, runAdmin } from "../operator";
import { type Door, Person, panelDoor, staffDoor } from "../person";

/** Passwords, sessions, roles, and requests that other sites make. */

const { apiUrl } = sandbox;

export const passwords: Check = async (run) => {
  const user = await newColleague();
  const person = await Person.signedIn(panelDoor, user);
  const change = (next: string) => person.change("self.changePassword", { present: user.password, next });
  for (const weak of ["password1", "12345678", "short7!"]) {
    expect(await change(weak), weak).toMatchObject({ status: 400, code: "validation_error" });
  }
  const emoji = "🍋🌊🚲🎈🌻🧵📎🪁".repeat(8);
  expect(await change(emoji)).toMatchObject({ status: 200 });
  await Person.signedIn(panelDoor, { email: user.email, password: emoji });
  const [row] = await queryDatabase<{ password_hash: string }>(
    sandbox.databaseUrl,
    "select password_hash from panel_user where email = $1",
    [user.email],
  );
  expect(row?.password_hash).toMatch(/^\$argon2id\$/);
  const budgets = await run.budgets();
  const door: Door = { kind: "panel", address: budgets.apiUrl };
  const known = await guess({ ...door, from: "127.9.1.1" }, "developer@other.test", 20);
  const unknown = await guess({ ...door, from: "127.9.1.2" }, "developer@unknown.test", 20);
  expect(known).toEqual(unknown);
  expect(known.map((word) => word === "rate_limited")).toEqual([...Array(10).fill(false), ...Array(10).fill(true)]);
  const [knownMs, unknownMs] = await timeGuesses(user.email);
  expect(Math.abs(knownMs - unknownMs), `medians of ${knownMs} and ${unknownMs} ms`).toBeLessThan(knownMs / 2);
  return {
    done: `3 passwords refused, 64 emoji accepted, 40 guesses: the 11th limited; ${knownMs.toFixed(0)} and ${unknownMs.toFixed(0)} ms`,
  };
};

/** Guesses passwords of an address, and returns the words of the refusals without the time to wait. */
async function guess(door: Door, email: string, times: number): Promise<string[]> {
  const words: string[] = [];
  for (let n = 0; n < times; n += 1) {
    const word = await new Person(door).signIn({ email, password: `guess ${n}` });
    words.push(word.split(":")[0] ?? "");
  }
  return words;
}

/** Times wrong passwords of a known and of an unknown address in turn. Returns the medians in ms. */
async function timeGuesses(email: string): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < 15; round += 1) {
    for (const [n, address] of [email, `${randomUUID()}@unknown.test`].entries()) {
      const startedAt = performance.now();
      await new Person(panelDoor).signIn({ email: address, password: "a wrong one" });
      times[n]?.push(performance.now() - startedAt);
    }
  }
  return [medianMs(times[0]), medianMs(times[1])];
}

export const sessions: Check = async () => {
  const user = await newColleague();
  const person = new Person(panelDoor);
  const { headers } = await person.postSignIn({ email: user.email, password: user.password, code: "" });
  const line = headers["set-cookie"]?.find((one) => one.startsWith("__Host-vezne-panel=")) ?? "";
  for (const attribute of ["Path=/", "HttpOnly", "Secure", "SameSite=Lax"]) expect(line).toContain(attribute);
  expect(line).not.toContain("Domain");
  const first = person.cookie;
  expect(await person.signIn(user), "a second sign-in").toBe("signed_in");
  expect(person.cookie, "a new session").not.toBe(first);
  const replay = (cookie: string) => ask(apiUrl, "/api/trpc/self.get", { headers: { Cookie: cookie } });
  expect((await replay(first)).status, "the former session").toBe(401);
  const second = person.cookie;
  expect((await replay(second)).status).toBe(200);
  await person.signOut();
  expect((await replay(second)).status, "after signing out").toBe(401);
  expect((await replay(second.replaceAll("vezne-panel", "vezne-staff"))).status).toBe(401);
  return { done: "the cookie's attributes; rotated at sign-in; 3 replays of ended sessions got 401" };
};

export const noMiddlewareTrust: Check = async () => {
  const spellings = ["middleware", "src/middleware", "pages/_middleware", "app/middleware"];
  const paths = ["/api/trpc/payment.list", "/api/staff/trpc/partner.find", "/panel", "/panel/payments", "/staff"];
  for (const word of spellings) {
    for (const target of paths) {
      const value = Array(5).fill(word).join(":");
      const { status } = await ask(apiUrl, target, { headers: { "x-middleware-subrequest": value } });
      expect(target.startsWith("/api") ? [401] : [307], `${word} at ${target}`).toContain(status);
    }
  }
  return { done: `${spellings.length * paths.length} requests with the header got 401 or the sign-in page` };
};

export const noForeignChange: Check = async () => {
  const person = await Person.signedIn(panelDoor, await newColleague("developer", other));
  const name = `made elsewhere ${randomUUID()}`;
  const tricks: readonly Record<string, string>[] = [
    { Origin: "https://evil.example" },
    { Origin: "null" },
    { Origin: "" },
    { "x-vezne-page": "" },
    { "Content-Type": "text/plain" },
    { "Content-Type": "application/x-www-form-urlencoded" },
    { "Content-Type": "multipart/form-data; boundary=x" },
    { "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "same-site" },
  ];
  for (const headers of tricks) {
    expect((await person.change("key.create", { name }, headers)).status, JSON.stringify(headers)).toBe(403);
  }
  expect((await person.query("key.create", { name })).status, "a change by GET").toBe(405);
  const elsewhere = { method: "POST", headers: { Origin: "https://evil.example" }, body: "email=a" };
  expect((await person.ask("/api/auth/callback/credentials", elsewhere)).status).toBeGreaterThanOrEqual(400);
  expect(JSON.stringify((await person.query("key.list")).data)).not.toContain(name);
  return { done: `${tricks.length} requests of other sites got 403, a change by GET 405; nothing changed` };
};

export const rolesAreChecked: Check = async () => {
  const user = await newColleague("support", other);
  const person = await Person.signedIn(panelDoor, user);
  const refused = [
    ["refund.start", { key: randomUUID(), paymentCode: "pay_x", amount: null, method: "auto", reason: null }],
    ["key.create", { name: "k" }],
    ["team.invite", { email: "a@b.test", role: "owner" }],
    ["webhook.setUrl", { url: null }],
    ["refund.setLimit", { limit: null, inApi: null }],
  ] as const;
  for (const [path, input] of refused) {
    expect(await person.change(path, input), path).toMatchObject({ status: 403, code: "access_denied" });
  }
  const entries = await queryDatabase(
    sandbox.databaseUrl,
    "select action from audit_log where actor_name = $1 and outcome = 'refused' and code = 'access_denied'",
    [user.email],
  );
  expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(refused.map(([path]) => path)));
  return { done: `${refused.length} procedures refused a support user with 403, each in the audit log` };
};

export const ownersNeedAFactor: Check = async (run) => {
  const owner = await openLiveOwner(await run.live());
  const weighty = [
    ["webhook.setUrl", { url: null }],
    ["key.create", { name: "k" }],
    ["team.invite", { email: "a@b.test", role: "finance" }],
  ] as const;
  for (const [path, input] of weighty) expect((await owner.change(path, input)).status, path).toBe(403);
  await addApp(owner);
  expect((await owner.change("webhook.setUrl", { url: null })).status, "with an app").toBe(200);
  return { done: "in live mode an owner with the password alone: 3 changes got 403; with an app one got 200" };
};

export const longPasswordsAreChecked: Check = async () => {
  const user = await newColleague();
  const person = await Person.signedIn(panelDoor, user);
  const weak = ["aaaaaaaaaaaaaaa", "12345678901234567890", "Password1!Password", user.email, "qwertyuiopasdfghjkl"];
  for (const next of weak) {
    const answer = await person.change("self.changePassword", { present: user.password, next });
    expect(answer, next).toMatchObject({ status: 400, code: "validation_error" });
  }
  return { done: `${weak.length} long passwords that would be tried first were refused` };
};

export const issuedPasswordsAreReplaced: Check = async () => {
  const email = `issued-${randomUUID().slice(0, 8)}@vezne.test`;
  const { output } = await runAdmin(sandbox, "people", "staff", email, "operations");
  const password = output.split("\n")[0] ?? "";
  const person = await Person.signedIn(staffDoor, { email, password });
  const before = await person.query("partner.find", { text: "" });
  expect(before.status, "with the issued password").toBe(403);
  const next = "fıstıklı lokum tepside";
  expect((await person.change("self.changePassword", { present: password, next })).status).toBe(200);
  expect((await person.query("partner.find", { text: "" })).status, "with an own password").toBe(200);
  return { done: "an issued password opens nothing until it is replaced" };
};

export const unknownSignInsAreCounted: Check = async () => {
  const staff = await Person.signedIn(staffDoor, findStaff("auditor@vezne.test"));
  const count = async () => {
    const { data } = await staff.query("audit.unknownSignIns");
    return (data as { attempts: number }).attempts;
  };
  const before = await count();
  for (let n = 0; n < 5; n += 1) {
    await new Person(panelDoor).signIn({ email: `${randomUUID()}@unknown.test`, password: "x" });
  }
  expect(await count(), "attempts that the auditor sees").toBe(before + 5);
  return { done: "5 sign-ins with unknown addresses were counted for the auditor" };
};
