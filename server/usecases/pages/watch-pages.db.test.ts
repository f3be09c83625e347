import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { seconds } from "@/server/domain/clock";
import { toReleasedPages } from "@/server/domain/pages/inventory";
import { nameRelease } from "@/server/store/pages/running-releases";
import { leaseClass } from "@/server/store/process-lock";
import { createPageNetwork, type PageChange } from "@/server/testing/doors/page-network";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { watchPages } from "./watch-pages";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

const network = createPageNetwork();
const released = toReleasedPages(network.release);
const otherRelease = "f".repeat(64);

const processes: pg.Client[] = [];
/** A running web process, as others see it. */
const runProcess = async (processNumber: number, digest = released.digest): Promise<pg.Client> => {
  const client = new pg.Client(String(world.db.pool.options.connectionString));
  await client.connect();
  processes.push(client);
  // The test world has a lease already.
  if (processNumber !== world.ctx.processNumber) {
    await client.query("select pg_advisory_lock($1, $2)", [leaseClass, processNumber]);
  }
  await nameRelease(client, digest);
  return client;
};
beforeEach(() => runProcess(world.ctx.processNumber));
afterEach(async () => {
  for (const client of processes.splice(0)) await client.end();
  await world.db.prisma.staffAlert.deleteMany();
  await world.db.prisma.pageCheck.deleteMany();
});

/** Looks once over a network with the given change; returns how many answers were fetched. */
async function look(change: PageChange = {}): Promise<number> {
  let fetched = 0;
  const fetch = network.fetchFor(world.ctx, change);
  const counting: typeof fetch = (request) => {
    fetched += 1;
    return fetch(request);
  };
  world.clock.advanceMs(seconds(30));
  await watchPages({ ...world.ctx, pages: { ...world.ctx.pages, released, fetch: counting } }, { pauseMs: 0 });
  return fetched;
}
const listOpen = async () =>
  (await world.db.prisma.staffAlert.findMany({ where: { closedAt: null } })).map(
    ({ kind, subject }) => `${kind} ${subject}`,
  );
const planted = {
  only: "link_card",
  html: (text: string) => text.replace("<main>", "<main><object></object>"),
} as const;

test("a page that differs twice is an alert until the next equal look, and equal looks store nothing (D-367)", async () => {
  await look();
  expect(await world.db.prisma.pageCheck.count()).toBe(0);
  await look(planted);
  await look(planted);
  expect(await listOpen()).toEqual(["page_changed link_card"]);
  await look();
  expect(await listOpen()).toEqual([]);
  const stored = await world.db.prisma.pageCheck.findMany({ orderBy: { at: "asc" } });
  expect(stored.map(({ page, result }) => `${page} ${result}`)).toEqual(["link_card changed", "link_card equal"]);
});

test("a difference that is gone at the second time, and a page that does not answer, are none", async () => {
  let times = 0;
  await look({ only: "link_card", html: (text) => (times++ === 0 ? planted.html(text) : text) });
  expect(times).toBe(2);
  await look({ only: "link_card", status: 503 });
  expect(await listOpen()).toEqual([]);
});

test("nothing is fetched by another process than the first, or while another release runs", async () => {
  const all = await look();
  expect(all).toBeGreaterThan(8);
  const second = await runProcess(world.ctx.processNumber + 1);
  expect(await look(), "beside a process with a higher number").toBe(all);
  await second.end();
  const newer = await runProcess(world.ctx.processNumber + 2, otherRelease);
  expect(await look(planted), "while another release is being started").toBe(0);
  await newer.end();
  await expect.poll(() => look()).toBe(all);
  await runProcess(world.ctx.processNumber - 1);
  expect(await look(), "beside a process with a lower number").toBe(0);
});
