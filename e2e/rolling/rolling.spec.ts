import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";
import { expect, test } from "@playwright/test";
import type { SandboxFile } from "@/server/sandbox/accounts/prepare";
import { startFakeRedis } from "@/server/testing/doors/fake-redis";
import { Cluster } from "../cluster/cluster";
import { ask } from "../support/http";
import { listOwnErrors } from "../support/own-errors";

// Restarts three web processes one after the other behind a proxy while merchants' servers call, as each release does.

const read = (file: string): SandboxFile => JSON.parse(readFileSync(file, "utf8"));

let cluster: Cluster;
let redis: Awaited<ReturnType<typeof startFakeRedis>>;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  redis = await startFakeRedis();
  cluster = await Cluster.start({ count: 3, redisUrl: redis.url });
});
test.afterAll(async () => {
  await cluster?.end();
  await redis.stop();
});

const requestsPerSecond = 100;
/**
 * How many requests may be under way when another one begins, except for a slow one: where the machine answers fewer
 * than are sent, they would wait in a queue for longer than a process that stops waits for them (20 s), or than a new
 * process waits for a connection of its database.
 */
const underWayMax = 24;
/** How long the body of a slow request takes to arrive: longer than the ports of a process that stops are open, ms. */
const slowMs = 6_000;

test("no request is lost while three processes are restarted one by one, and slow ones are finished", async () => {
  test.setTimeout(240_000);
  const { partners } = read(cluster.sandboxFile);
  const key = partners.demo?.apiKeys[0] ?? "";
  const terminalId = partners.demo?.terminals.default;
  const answers = new Map<string, number>();
  const lost: string[] = [];
  const codes: string[] = [];

  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };

  /** Creates a payment; a slow one sends the second half of its body later. */
  const create = async (partnerTxCode: string, pauseMs: number): Promise<void> => {
    const body = JSON.stringify({ amount: 125_050, partnerTxCode, terminalId, returnUrl: "http://localhost/" });
    const options = { method: "POST", headers, body, pauseMs };
    const { status, text } = await ask(cluster.apiUrl, "/v1/payments", options);
    note(pauseMs > 0 ? "slow creation" : "creation", status, text);
    if (status === 201) codes.push(JSON.parse(text).paymentCode);
  };
  const look = async (): Promise<void> => {
    const code = codes[Math.floor(Math.random() * codes.length)];
    const found = await fetch(`${cluster.apiUrl}/v1/payments/${code}`, { headers: { Authorization: `Bearer ${key}` } });
    note("look-up", found.status, await found.text());
  };
  const note = (what: string, status: number, answer: string): void => {
    answers.set(what, (answers.get(what) ?? 0) + 1);
    if (status === (what === "look-up" ? 200 : 201)) return;
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(3);
    lost.push(`${what} ended after ${seconds} s: ${status} ${answer.slice(0, 2_000)}`);
  };

  const startedAt = performance.now();
  await create("first", 0);
  let isOver = false;
  const restarts = cluster.restartOneByOne().finally(() => {
    isOver = true;
  });
  const underWay = new Set<Promise<void>>();
  const start = (call: Promise<void>): void => {
    const noted = call.catch((error: unknown) => note("call", 0, inspect(error)));
    const ended = noted.finally(() => underWay.delete(ended));
    underWay.add(ended);
  };
  for (let n = 0; !isOver; n += 1) {
    await sleep(1_000 / requestsPerSecond);
    if (n % 50 === 0) start(create(`slow-${n}`, slowMs));
    else if (underWay.size < underWayMax) start(n % 2 === 0 ? create(`order-${n}`, 0) : look());
  }
  expect(await restarts).toEqual([0, 0, 0]);
  await Promise.all(underWay);

  expect(lost).toEqual([]);
  expect([...answers.keys()].sort()).toEqual(["creation", "look-up", "slow creation"]);
  expect(new Set(codes).size).toBe((answers.get("creation") ?? 0) + (answers.get("slow creation") ?? 0));
  expect(answers.get("slow creation")).toBeGreaterThan(3);
  expect(answers.get("creation")).toBeGreaterThan(200);
  expect(listOwnErrors(join(cluster.dataDir, "logs"))).toEqual([]);
});
