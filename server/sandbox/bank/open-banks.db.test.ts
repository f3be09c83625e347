import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { FixedClock } from "@/server/domain/clock";
import { createInProcessBrowser, toBankRequest } from "@/server/testing/banks/in-process-banks";
import { buildCapture, buildMessage, newOrderId, orderForm, panWith, sign } from "@/server/testing/banks/shop";
import { createTestDatabase, type TestDatabase } from "@/server/testing/world/database";
import { createSeededRandom } from "@/server/testing/world/seeded-random";
import type { Answer } from "./answer";
import { openBanks, type SimulatedBanks } from "./open-banks";
import { openPool } from "./records/database";

let database: TestDatabase;
let pool: pg.Pool;
let banks: SimulatedBanks;
const [origin, sandboxKey, clientIp] = ["http://banks.test", "key-of-the-test", "192.0.2.1"];
const clock = new FixedClock();
const settings = () => ({
  origin: () => origin,
  sandboxKey,
  clock,
  realTime: clock,
  random: createSeededRandom("seed 1"),
});
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.url);
  banks = await openBanks({ ...settings(), database: pool });
});
beforeEach(() => pool.query("truncate simulator.setting"));
afterAll(async () => {
  await banks.close();
  await pool.end();
  await database.drop();
});

/** Sends a request with a body, as JSON or as XML, to a path of the banks. */
function ask(method: string, path: string, body: string, given = banks): Promise<Answer> {
  const headers = { Authorization: `Bearer ${sandboxKey}`, "Content-Type": "application/json" };
  return given.answer(toBankRequest({ method, url: origin + path, headers, body: Buffer.from(body) }, clientIp));
}
const change = (path: string, changes: object): Promise<Answer> =>
  ask("PATCH", `/__control/${path}`, JSON.stringify(changes));
const readJson = (answer: Answer) => JSON.parse(answer.kind === "message" ? Buffer.from(answer.body).toString() : "");
const apiPath = "/nestpay/fim/api";

/** Builds the form with which a browser comes to the gate. */
const gateForm = (order: { oid?: string; pan?: string }) => ({
  action: `${origin}/nestpay/fim/est3Dgate`,
  fields: sign(orderForm(order)),
});

describe("what precedes an answer", () => {
  test("a delay, which the answer tells and does not take", async () => {
    const oid = newOrderId();
    const { fields } = await createInProcessBrowser(banks).authenticate(gateForm({ oid }), "123456");
    await change("settings", { latencyMs: 90_000 });
    const answer = await ask("POST", apiPath, buildMessage(buildCapture(oid, new Map(fields))));
    expect(answer).toMatchObject({ kind: "message", delayMs: 90_000 });
    const { items } = readJson(await ask("GET", `/__control/log?orderId=${oid}`, ""));
    expect(items).toMatchObject([{ operation: "capture", outcome: "approved" }]);
    // The bank tells the time at which the answer leaves.
    expect(answer).toMatchObject({ headers: { date: "Fri, 20 Nov 2026 09:01:30 GMT" } });
  });

  test("a form that the bank posts to the merchant, for the card whose callback comes twice", async () => {
    const answers: Answer[] = [];
    const answer: SimulatedBanks["answer"] = async (request) => {
      const given = await banks.answer(request);
      answers.push(given);
      return given;
    };
    const browser = createInProcessBrowser({ answer });
    const { action, fields } = await browser.authenticate(gateForm({ pan: panWith("callback_twice") }), "123456");
    expect(answers.map(({ postsFirst }) => postsFirst)).toEqual([undefined, undefined, { action, fields }]);
  });

  test("the silence of a bank that does not answer, before a broken connection", async () => {
    const answer = await ask("POST", `/setup/no_answer${apiPath}`, "x");
    expect(answer).toEqual({ kind: "broken", delayMs: 120_000 });
  });
});

test("addresses of faulty set-ups under the origin of the settings, and hosts that only have a name", async () => {
  const answer = await change("setup-faults", {
    trm_1: { protocol: "nestpay", fault: "clock_off" },
    trm_2: { protocol: "nestpay", fault: "certificate_wrong_name" },
    trm_3: { protocol: "nestpay", fault: "connection_refused" },
    trm_4: { protocol: "nestpay", fault: null },
  });
  const placed: Record<string, { api: string }> = readJson(answer);
  expect(Object.values(placed).map(({ api }) => api)).toEqual([
    `${origin}/setup/clock_off${apiPath}`,
    `https://certificate-wrong-name.invalid${apiPath}`,
    `https://127.0.0.1:1${apiPath}`,
    origin + apiPath,
  ]);
  expect(await ask("POST", `/setup/clock_off${apiPath}`, "x")).toMatchObject({
    headers: { date: "Fri, 20 Nov 2026 09:17:00 GMT" },
  });
});

test("settings can be changed after their table was emptied", async () => {
  await change("settings", { errorRate: 1 });
  await pool.query("truncate simulator.setting");
  expect(readJson(await ask("GET", "/__control/settings", ""))).toMatchObject({ errorRate: 0, latencyMs: 0 });
  await change("settings", { latencyMs: 7 });
  await change("settings", { down: true });
  expect(readJson(await ask("GET", "/__control/settings", ""))).toMatchObject({ latencyMs: 7, down: true });
});

test("an error has a trace id of the given random numbers", async () => {
  const drawn = createSeededRandom("seed 1").bytes(16).toString("hex");
  const others = await openBanks({ ...settings(), database: pool });
  const answer = await ask("POST", "/nowhere", "", others);
  expect([answer.kind === "message" && answer.status, readJson(answer).error.traceId]).toEqual([404, drawn]);
});

describe("the database", () => {
  test("a given pool stays open when the banks close", async () => {
    const others = await openBanks({ ...settings(), database: pool });
    await others.close();
    expect(pool.ended).toBe(false);
  });

  test("a pool that reads bigint as text is refused", async () => {
    const foreign = new pg.Pool({ connectionString: database.url });
    await expect(openBanks({ ...settings(), database: foreign })).rejects.toThrow(TypeError);
    await foreign.end();
  });

  test("an internal error rejects the request", async () => {
    const closed = openPool(database.url);
    const others = await openBanks({ ...settings(), database: closed });
    await closed.end();
    await expect(ask("POST", apiPath, buildMessage({ OrderId: "A", Type: "Void" }), others)).rejects.toThrow();
  });
});
