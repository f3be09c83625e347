import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { minutes, plusMs, seconds } from "@/server/domain/clock";
import { type LinkJourney, linkJourneyIn, pans } from "@/server/testing/journeys/link";
import { holdLink } from "@/server/testing/journeys/link-rows";
import { expectWholeLinks } from "@/server/testing/journeys/link-rules";
import { approved, declined, openTestWorld, type TestWorld, unknown } from "@/server/testing/world/world";
import type { LinkRecord } from "./link-record";

// Whatever happens to a link at the same moment, in separate transactions: one of them is first, and the rest agree.
let world: TestWorld;
let journey: LinkJourney;
beforeAll(async () => {
  world = await openTestWorld({ captureWaitMs: 5_000 });
  journey = linkJourneyIn(world);
});
afterAll(() => world.close());
beforeEach(() => {
  world.bank.answer("capture", approved);
  world.clock.advanceMs(seconds(1));
});
afterEach(async () => {
  await world.settled();
  await expectWholeLinks(world);
});

const rounds = 24;

/** One after the other does not race: each begins within a few milliseconds of the others, in no order. */
const jitter = async <T>(work: () => Promise<T>): Promise<T> => {
  await sleep(Math.random() * 12);
  return work();
};
const race = <T extends readonly (() => Promise<unknown>)[]>(...works: T) =>
  Promise.all(works.map((work) => jitter(work))) as Promise<{
    [K in keyof T]: Awaited<ReturnType<T[K]>>;
  }>;

type AtTheBank = LinkRecord & { callback: string };
const atTheBank = async (): Promise<AtTheBank[]> => {
  const links: AtTheBank[] = [];
  for (let n = 0; n < rounds; n += 1) links.push(await journey.atTheBank());
  return links;
};
const statusOf = async (link: LinkRecord) => (await journey.row(link)).status;
const counted = (values: readonly unknown[]) =>
  Object.fromEntries([...new Set(values)].map((value) => [value, values.filter((v) => v === value).length]));

describe("cancelled while the browser returns from 3-D Secure", () => {
  async function cancelled(verdict: "authenticated" | "not_authenticated") {
    const links = await atTheBank();
    const answers = await Promise.all(
      links.map(async (link) => {
        const [answer] = await race(
          () => journey.cancelled(link),
          () => journey.comeBack(link.callback, verdict),
        );
        return [answer, await statusOf(link)].join(", ");
      }),
    );
    return counted(answers);
  }

  test("approved: cancelled before the capture began, or paid", async () => {
    const outcomes = await cancelled("authenticated");
    for (const outcome of Object.keys(outcomes)) {
      expect(["cancelled, cancelled", "payment_link_already_paid, completed"]).toContain(outcome);
    }
  });

  test("declined: cancelled, before or after it", async () => {
    world.bank.answer("capture", declined);
    expect(await cancelled("authenticated")).toEqual({ "cancelled, cancelled": rounds });
  });

  test("not authenticated: cancelled, before or after it", async () => {
    expect(await cancelled("not_authenticated")).toEqual({ "cancelled, cancelled": rounds });
  });

  test("a capture that is slow: its outcome is waited for", async () => {
    world.bank.answer("capture", async ({ kind }) => {
      await sleep(150);
      return kind === "capture" ? approved : unknown;
    });
    const links = await atTheBank();
    const backs = links.map((link) => journey.comeBack(link.callback));
    await expect.poll(() => journey.attemptsOf(links.at(-1)!)).toMatchObject([{ status: "capturing" }]);
    const answers = await Promise.all(links.map((link) => journey.cancelled(link)));
    expect(counted(answers)).toEqual({ payment_link_already_paid: rounds });
    await Promise.all(backs);
  });
});

describe("its window elapses", () => {
  /** The links are created in different milliseconds; all are due a second after the last one. */
  const dueOf = (links: readonly LinkRecord[]) => plusMs(links.at(-1)!.expiresAt, seconds(1));

  test("while the browser returns: paid in time, or expired without a capture", async () => {
    const created: LinkRecord[] = [];
    for (let n = 0; n < rounds; n += 1) created.push(await journey.create());
    journey.passTo(plusMs(created[0]!.expiresAt, -minutes(1)));
    const links: AtTheBank[] = [];
    for (const link of created) links.push(await journey.toTheBank(link));
    await Promise.all([
      sleep(20).then(() => journey.passTo(dueOf(links))),
      ...links.flatMap((link, n) => [
        sleep(n * 2).then(() => journey.comeBack(link.callback)),
        sleep(20 + Math.random() * 20).then(() => journey.expire(link)),
      ]),
    ]);
    await Promise.all(links.map((link) => journey.expire(link)));
    const statuses = counted(await Promise.all(links.map(statusOf)));
    expect((statuses.completed ?? 0) + (statuses.expired ?? 0), JSON.stringify(statuses)).toBe(rounds);
    const captures = world.bank.countOf("capture");
    expect(captures).toBeGreaterThanOrEqual(statuses.completed ?? 0);
  });

  test("while a card is submitted: expired, with no payment left", async () => {
    const links: LinkRecord[] = [];
    for (let n = 0; n < rounds; n += 1) links.push(await journey.create());
    await Promise.all([
      sleep(20).then(() => journey.passTo(dueOf(links))),
      ...links.flatMap((link, n) => [
        sleep(n * 2).then(() => journey.submit(link)),
        sleep(20 + Math.random() * 20).then(() => journey.expire(link)),
      ]),
    ]);
    await Promise.all(links.map((link) => journey.expire(link)));
    expect(counted(await Promise.all(links.map(statusOf)))).toEqual({ expired: rounds });
  });

  test("while a card waits for its lock: it takes the card no more", async () => {
    const link = await journey.create();
    journey.passTo(plusMs(link.expiresAt, -minutes(1)));
    const letGo = await holdLink(world, link.id);
    const submitted = journey.submit(link);
    const first = await Promise.race([submitted, sleep(300).then(() => "waits")]);
    journey.passTo(link.expiresAt);
    await letGo();
    expect(first).toBe("waits");
    expect(await submitted).toMatchObject({ kind: "scene", scene: { kind: "expired" } });
    expect(await journey.paymentsOf(link)).toEqual([]);
  });

  test("while it is cancelled: one or the other, and the cancellation says which", async () => {
    const links: LinkRecord[] = [];
    for (let n = 0; n < rounds; n += 1) links.push(await journey.atTheBank());
    const due = dueOf(links);
    const [, ...answers] = await Promise.all([
      sleep(15).then(() => journey.passTo(due)),
      ...links.map(async (link, n) => {
        const cancel = sleep(n * 2).then(() => journey.cancelled(link));
        const expire = sleep(15 + Math.random() * 20).then(() => journey.expire(link));
        const [answer, expired] = await Promise.all([cancel, expire]);
        const status = await statusOf(link);
        expect(answer).toBe(status === "cancelled" ? "cancelled" : "payment_link_expired");
        if (expired) expect(status).toBe("expired");
      }),
    ]);
    expect(answers).toHaveLength(rounds);
  });
});

describe("two buyers", () => {
  test("20 cards at once: one goes to the bank, the others see that it does", async () => {
    const link = await journey.create();
    const started = await Promise.all(Array.from({ length: 20 }, () => journey.submit(link)));
    expect(counted(started.map((s) => (s.kind === "scene" ? s.scene.kind : s.kind)))).toEqual({
      form: 1,
      in_progress: 19,
    });
    expect(await journey.paymentsOf(link)).toHaveLength(1);
    expect(await journey.attemptsOf(link)).toHaveLength(1);
  });

  test("20 cards at once that are refused: each draws once, five from a payment", async () => {
    const link = await journey.create();
    const card = { pan: pans.debit, installmentCount: 3 };
    const refused = await Promise.all(Array.from({ length: 20 }, () => journey.submit(link, card)));
    expect(counted(refused.map(({ kind }) => kind))).toEqual({ refused: 20 });
    const payments = await journey.paymentsOf(link);
    expect(payments.map(({ attemptsUsed, failureCode }) => [attemptsUsed, failureCode])).toEqual(
      Array(4).fill([5, "card_attempt_limit_exceeded"]),
    );
    expect(payments.map(({ partnerTxCode }) => partnerTxCode).sort()).toEqual(
      [1, 2, 3, 4].map((n) => `PL-${link.partnerReference}-${n}`),
    );
  });

  test("the same browser returns five times at once: captured once", async () => {
    const links = (await atTheBank()).slice(0, 6);
    const before = world.bank.countOf("capture");
    await Promise.all(
      links.flatMap((link) => Array.from({ length: 5 }, () => jitter(() => journey.comeBack(link.callback)))),
    );
    expect(world.bank.countOf("capture") - before).toBe(links.length);
    expect(counted(await Promise.all(links.map(statusOf)))).toEqual({ completed: links.length });
  });
});

test("opened while it is cancelled: opened before, or not at all", async () => {
  await Promise.all(
    Array.from({ length: rounds }, async () => {
      const link = await journey.create();
      const opens = Array.from({ length: 3 }, () => () => journey.open(link));
      await race(() => journey.cancelled(link), ...opens);
      const row = await journey.row(link);
      expect(row.status).toBe("cancelled");
      expect(row.firstOpenedAt).toEqual(row.lastOpenedAt);
    }),
  );
});

test("given up, and its time ends while the lock is waited for: expired, not abandoned", async () => {
  const link = await journey.atTheBank();
  const [payment] = await journey.paymentsOf(link);
  journey.passTo(plusMs(payment!.expiresAt, -1));
  const letGo = await holdLink(world, link.id);
  const givenUp = journey.giveUp(link);
  const first = await Promise.race([givenUp, sleep(300).then(() => "waits")]);
  journey.passTo(payment!.expiresAt);
  await letGo();
  expect(first).toBe("waits");
  expect(await givenUp).toMatchObject({ kind: "failed", failure: { code: "expired" } });
  expect(await journey.eventsOf(link)).toEqual(["payment.expired"]);
});

test("given up while the browser returns: abandoned without a capture, or paid", async () => {
  const links = await atTheBank();
  journey.pass(minutes(2));
  const outcomes = await Promise.all(
    links.map(async (link) => {
      await race(
        () => journey.giveUp(link),
        () => journey.comeBack(link.callback),
      );
      const [payment] = await journey.paymentsOf(link);
      return [await statusOf(link), payment?.failureCode].join(", ");
    }),
  );
  for (const outcome of outcomes) expect(["failed, abandoned", "completed, "]).toContain(outcome);
});

test("cancelled twice at once: one 200, one 409", async () => {
  const links = await atTheBank();
  for (const link of links) {
    const answers = await race(
      () => journey.cancelled(link),
      () => journey.cancelled(link),
    );
    expect([...answers].sort()).toEqual(["cancelled", "payment_link_cancelled"]);
  }
});

test("everything at once: whatever was first, the rest agrees", async () => {
  const links = await atTheBank();
  journey.pass(minutes(30) - 10);
  await Promise.all([
    sleep(25).then(() => journey.pass(seconds(1))),
    ...links.map((link) =>
      race(
        () => journey.comeBack(link.callback, Math.random() < 0.5 ? "authenticated" : "not_authenticated"),
        () => journey.giveUp(link),
        () => journey.submit(link),
        () => journey.submit(link, { pan: pans.debit, installmentCount: 3 }),
        () => journey.open(link),
        () => (Math.random() < 0.3 ? journey.cancelled(link) : journey.sceneOf(link)),
      ),
    ),
  ]);
});
