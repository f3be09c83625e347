import { randomInt } from "node:crypto";
import { networkInterfaces } from "node:os";
import { expect } from "@playwright/test";
import { launchInstance, removeData } from "@/server/testing/run/instance";
import type { Installation } from "../../live/installation";
import { cardFields, postForm } from "../../support/buyer";
import { type Ask, ask } from "../../support/http";
import { submitCard } from "../../support/link-buyer";
import { type Link, Merchant } from "../../support/merchant";
import type { Sandbox, User } from "../../support/sandbox";
import { type Check, NotTestable, type Run } from "../check";
import { type Door, Person } from "../person";
import { listListening } from "../process";

/** Budgets, on the instance with the contract's own numbers. Each check comes from loopback addresses of its own. */

const address = (): string => `127.${randomInt(100, 255)}.${randomInt(0, 255)}.${randomInt(1, 255)}`;
const times = (count: number, status: number): number[] => Array<number>(count).fill(status);

const findCard = ({ cards }: Sandbox, outcome: string) => {
  const card = cards.find((one) => one.outcome === outcome);
  if (!card) throw new Error(`No card is ${outcome}.`);
  return card;
};

export const sourceCannotBeForged: Check = async (run) => {
  const budgets = await run.budgets();
  const merchant = new Merchant(budgets.apiUrl, budgets.partners.demo);
  const from = address();
  const statuses: number[] = [];
  for (let n = 1; n <= 31; n += 1) {
    const forged = `203.0.113.${n}`;
    const headers = {
      "X-Forwarded-For": forged,
      "X-Real-IP": forged,
      Forwarded: `for=${forged}`,
      "True-Client-IP": forged,
    };
    statuses.push((await merchant.post(merchant.request(), { from, headers })).status);
  }
  expect(statuses).toEqual([...times(30, 201), 429]);
  return { done: "31 payments with 31 forged sources in 4 headers: the 31st got 429" };
};

export const limitsComeFirst: Check = async (run) => {
  const { apiUrl } = await run.budgets();
  const from = address();
  const statuses: number[] = [];
  for (let n = 1; n <= 241; n += 1) {
    const headers = { Authorization: `Bearer sk_test_garbage_${n}` };
    statuses.push((await ask(apiUrl, "/v1/payments/x", { from, headers })).status);
  }
  expect(statuses).toEqual([...times(240, 401), 429]);
  return { done: "241 calls with wrong keys: 240 times 401, then 429" };
};

export const cardTestingIsLimited: Check = async (run) => {
  const budgets = await run.budgets();
  const from = address();
  const statuses: number[] = [];
  for (let n = 1; n <= 61; n += 1) {
    const fields = { paymentRef: `unknown${n}`, ...cardFields(findCard(budgets, "approved")) };
    statuses.push((await postForm(`${budgets.payUrl}/handoff`, fields, { from })).status);
  }
  expect(statuses).toEqual([...times(60, 404), 429]);
  const merchant = new Merchant(budgets.apiUrl, budgets.partners.other);
  const created = await merchant.post(merchant.request({ terminalId: merchant.terminal("posnet") }), {
    from: address(),
  });
  const { paymentRef } = created.json() as { paymentRef: string };
  const cards: number[] = [];
  for (let n = 1; n <= 6; n += 1) {
    const fields = { paymentRef, ...cardFields(findCard(budgets, "declined_at_start")) };
    cards.push((await postForm(`${budgets.payUrl}/handoff`, fields, { from: address() })).status);
  }
  expect(cards, "six cards on one reference").toEqual([...times(5, 422), 429]);
  return { done: "61 handoffs: the 61st got 429; 6 cards on one reference: the sixth got 429" };
};

export const linkIsNoOracle: Check = async (run) => {
  const budgets = await run.budgets();
  const merchant = new Merchant(budgets.apiUrl, budgets.partners.held);
  const headers = { Authorization: `Bearer ${budgets.sandboxKey}`, "Content-Type": "application/json" };
  const target = `/sandbox/partners/${budgets.partners.held.partnerId}`;
  const hold = (acceptanceHeld: boolean) =>
    ask(budgets.apiUrl, target, { method: "PATCH", headers, body: JSON.stringify({ acceptanceHeld }) });
  expect((await hold(false)).status).toBe(200);
  try {
    const asked: () => Ask = () => ({ from: address(), headers: { Accept: "application/json" } });
    const created = await merchant.createLink({ terminalId: merchant.terminal("posnet") }, { from: address() });
    const link: Link = created.json();
    const statuses: number[] = [];
    let last: Awaited<ReturnType<typeof submitCard>> | undefined;
    for (let n = 1; n <= 40; n += 1) {
      last = await submitCard(link, { card: findCard(budgets, "declined_at_start") }, asked());
      statuses.push(last.status);
    }
    const answered = statuses.filter((status) => status === 422).length;
    expect(answered, `cards that the link has judged: ${statuses.join(" ")}`).toBeLessThanOrEqual(21);
    expect(last?.status).toBe(429);
    expect(Number(last?.headers["retry-after"])).toBeGreaterThan(100);
    return { done: `40 refused cards from 40 addresses on one link: ${answered} answers, then 429` };
  } finally {
    await hold(true);
  }
};

export const strangersKeepNobodyOut: Check = async (run) => {
  const budgets = await run.budgets();
  const panel: Door = { kind: "panel", address: budgets.apiUrl };
  const staff: Door = { kind: "staff", address: budgets.apiUrl };
  const finance = budgets.partners.demo.users.find(({ role }) => role === "finance");
  await expectNotKeptOut(panel, finance as User);
  await expectNotKeptOut(staff, budgets.staff.find(({ email }) => email === "support@vezne.test") as User);
  return { done: "2 doors: 50 wrong passwords from 6 addresses; the right one still signs in, known browser or not" };
};

async function expectNotKeptOut(door: Door, user: User): Promise<void> {
  const home = await Person.signedIn({ ...door, from: address() }, user);
  const strangers = Array.from({ length: 6 }, address);
  for (let n = 0; n < 50; n += 1) {
    const from = strangers[n % 6] ?? "";
    await new Person({ ...door, from }).signIn({ email: user.email, password: `guess ${n}` });
  }
  const known = home.onSameDevice({ ...door, from: address() });
  expect(await known.signIn(user), `${user.email} in a known browser`).toBe("signed_in");
  const unknown = new Person({ ...door, from: address() });
  expect(await unknown.signIn(user), `${user.email} in another browser`).toBe("signed_in");
}

export const liveListensToTheProxy: Check = async (run: Run) => {
  const { env } = await run.live();
  const loopback = /^(0100007F|00000000000000000000000001000000|0000000000000000FFFF00000100007F)$/;
  for (const port of [env.PORT, env.PAY_PORT]) {
    const open = listListening(Number(port)).map((one) => one.address);
    expect(open.length, `listeners of port ${port}`).toBeGreaterThan(0);
    expect(
      open.filter((one) => !loopback.test(one)),
      `addresses of port ${port} beyond loopback`,
    ).toEqual([]);
  }
  await expectNotBelieved(env);
  await expectNoOpenStart(env);
  const outer = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const reached = outer.find(({ internal, family }) => !internal && family === "IPv4")?.address;
  if (reached === undefined) throw new NotTestable("this machine has no address but loopback");
  const answer = await ask(`http://${reached}:${env.PORT}`, "/readyz").catch(() => "refused");
  expect(answer, `a connection to ${reached}`).toBe("refused");
  return { done: `listeners on loopback alone, ${reached} refuses; a client that is no proxy is not believed` };
};

/** Expects that a client in no network of the proxies cannot choose the address whose budget it uses. */
async function expectNotBelieved(env: LiveEnv): Promise<void> {
  const left: number[] = [];
  for (let n = 1; n <= 3; n += 1) {
    const headers = { Host: new URL(env.API_ORIGIN).host, "X-Forwarded-For": `203.0.113.${n}` };
    const { headers: answered } = await ask(`http://127.0.0.1:${env.PORT}`, "/v1/payments/x", { headers });
    left.push(Number(/r=(\d+)/.exec(String(answered.ratelimit))?.[1]));
  }
  expect(left, "what three forged sources leave of one budget").toEqual([
    left[0],
    (left[0] ?? 0) - 1,
    (left[0] ?? 0) - 2,
  ]);
}

/** Expects that the product refuses to listen beyond this machine while everybody would be believed as the proxy. */
async function expectNoOpenStart(env: LiveEnv): Promise<void> {
  const opened = await launchInstance({
    env: { ...env, HOST: "0.0.0.0", TRUSTED_PROXIES: "", PORT: "1", PAY_PORT: "2" },
  });
  try {
    expect(await opened.exited, opened.output()).toBe(1);
    expect(opened.output()).toContain("TRUSTED_PROXIES");
  } finally {
    await removeData(opened);
  }
}

type LiveEnv = Installation["env"];
