import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { minutes, plusMs, seconds } from "@/server/domain/clock";
import { createLinkJourney, deferAnswer, type LinkJourney, pans } from "@/server/testing/journeys/link";
import { lockLink } from "@/server/testing/journeys/link-rows";
import { expectConsistentLinks } from "@/server/testing/journeys/link-rules";
import { countCases } from "@/server/testing/run/cases";
import { watchForWait } from "@/server/testing/world/waiting";
import { approved, declined, openTestWorld, type TestWorld } from "@/server/testing/world/world";
import type { LinkRecord } from "./shared/link-record";

// Tests concurrent changes of a link in separate transactions: one is first, and all records agree with it.
let world: TestWorld;
let journey: LinkJourney;
beforeAll(async () => {
  world = await openTestWorld();
  journey = createLinkJourney(world);
});
afterAll(() => world.close());
beforeEach(() => {
  world.bank.answer("capture", approved);
  world.clock.advanceMs(seconds(1));
});
afterEach(async () => {
  await world.settled();
  await expectConsistentLinks(world);
});

const rounds = countCases(5, 48);

/** Starts the work after a random delay of up to 12 ms, so that concurrent works race in no fixed order. */
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
  for (let n = 0; n < rounds; n += 1) links.push(await journey.createAtBank());
  return links;
};
const readStatus = async (link: LinkRecord) => (await journey.getRow(link)).status;
const counted = (values: readonly unknown[]) =>
  Object.fromEntries([...new Set(values)].map((value) => [value, values.filter((v) => v === value).length]));

describe("a cancellation while the browser returns from 3-D Secure", () => {
  async function cancelled(verdict: "authenticated" | "not_authenticated") {
    const links = await atTheBank();
    const answers = await Promise.all(
      links.map(async (link) => {
        const [answer] = await race(
          () => journey.tryCancel(link),
          () => journey.returnFromBank(link.callback, verdict),
        );
        return [answer, await readStatus(link)].join(", ");
      }),
    );
    return counted(answers);
  }

  test("ends cancelled before the capture or paid, when the bank approves", async () => {
    const outcomes = await cancelled("authenticated");
    for (const outcome of Object.keys(outcomes)) {
      expect(["cancelled, cancelled", "payment_link_already_paid, completed"]).toContain(outcome);
    }
  });

  test("ends cancelled, before or after the decline", async () => {
    world.bank.answer("capture", declined);
    expect(await cancelled("authenticated")).toEqual({ "cancelled, cancelled": rounds });
  });

  test("ends cancelled, before or after the failed authentication", async () => {
    expect(await cancelled("not_authenticated")).toEqual({ "cancelled, cancelled": rounds });
  });

  test("waits for the outcome of a slow capture", async () => {
    const bank = deferAnswer(world, "capture");
    const [links, other] = [await atTheBank(), await journey.createAtBank()];
    const backs = links.map((link) => journey.returnFromBank(link.callback));
    for (const link of links) {
      await expect.poll(() => journey.listAttempts(link)).toMatchObject([{ status: "capturing" }]);
    }
    // The clock of the waits stands still, so no cancellation gives up.
    const time = vi.spyOn(performance, "now").mockReturnValue(performance.now());
    onTestFinished(() => time.mockRestore());
    const ended = vi.fn();
    const cancellations = links.map((link) => journey.tryCancel(link).finally(ended));
    // A later cancellation that has nothing to wait for overtakes them.
    expect(await journey.tryCancel(other)).toBe("cancelled");
    expect(ended).not.toHaveBeenCalled();
    bank.answer(approved);
    expect(counted(await Promise.all(cancellations))).toEqual({ payment_link_already_paid: rounds });
    await Promise.all(backs);
  });
});

describe("an elapsing window", () => {
  /** Returns the instant at which all links are due: they are created in different milliseconds. */
  const computeDue = (links: readonly LinkRecord[]) => plusMs(links.at(-1)!.expiresAt, seconds(1));

  test("ends paid in time or expired without a capture, while the browser returns", async () => {
    const created: LinkRecord[] = [];
    for (let n = 0; n < rounds; n += 1) created.push(await journey.create());
    journey.setClock(plusMs(created[0]!.expiresAt, -minutes(1)));
    const links: AtTheBank[] = [];
    for (const link of created) links.push(await journey.sendToBank(link));
    await Promise.all([
      sleep(20).then(() => journey.setClock(computeDue(links))),
      ...links.flatMap((link, n) => [
        sleep(n * 2).then(() => journey.returnFromBank(link.callback)),
        sleep(20 + Math.random() * 20).then(() => journey.expire(link)),
      ]),
    ]);
    await Promise.all(links.map((link) => journey.expire(link)));
    const statuses = counted(await Promise.all(links.map(readStatus)));
    expect((statuses.completed ?? 0) + (statuses.expired ?? 0), JSON.stringify(statuses)).toBe(rounds);
    const captures = world.bank.countCalls("capture");
    expect(captures).toBeGreaterThanOrEqual(statuses.completed ?? 0);
  });

  test("ends expired without a payment, while a card is submitted", async () => {
    const links: LinkRecord[] = [];
    for (let n = 0; n < rounds; n += 1) links.push(await journey.create());
    await Promise.all([
      sleep(20).then(() => journey.setClock(computeDue(links))),
      ...links.flatMap((link, n) => [
        sleep(n * 2).then(() => journey.submit(link)),
        sleep(20 + Math.random() * 20).then(() => journey.expire(link)),
      ]),
    ]);
    await Promise.all(links.map((link) => journey.expire(link)));
    expect(counted(await Promise.all(links.map(readStatus)))).toEqual({ expired: rounds });
  });

  test("refuses a card that waited for the link's lock", async () => {
    const link = await journey.create();
    journey.setClock(plusMs(link.expiresAt, -minutes(1)));
    const letGo = await lockLink(world, link.id);
    const submitted = journey.submit(link);
    const first = await watchForWait(world.db, submitted);
    journey.setClock(link.expiresAt);
    await letGo();
    expect(first).toBe("waits");
    expect(await submitted).toMatchObject({ kind: "state", state: { kind: "expired" } });
    expect(await journey.listPayments(link)).toEqual([]);
  });

  test("ends expired or cancelled, and the cancellation's answer agrees", async () => {
    const links: LinkRecord[] = [];
    for (let n = 0; n < rounds; n += 1) links.push(await journey.createAtBank());
    const due = computeDue(links);
    const [, ...answers] = await Promise.all([
      sleep(15).then(() => journey.setClock(due)),
      ...links.map(async (link, n) => {
        const cancel = sleep(n * 2).then(() => journey.tryCancel(link));
        const expire = sleep(15 + Math.random() * 20).then(() => journey.expire(link));
        const [answer, expired] = await Promise.all([cancel, expire]);
        const status = await readStatus(link);
        expect(answer).toBe(status === "cancelled" ? "cancelled" : "payment_link_expired");
        if (expired) expect(status).toBe("expired");
      }),
    ]);
    expect(answers).toHaveLength(rounds);
  });
});

describe("concurrent buyers", () => {
  test("send one of 20 cards to the bank, and the others see that it is in progress", async () => {
    const link = await journey.create();
    const started = await Promise.all(Array.from({ length: 20 }, () => journey.submit(link)));
    expect(counted(started.map((s) => (s.kind === "state" ? s.state.kind : s.kind)))).toEqual({
      form: 1,
      in_progress: 19,
    });
    expect(await journey.listPayments(link)).toHaveLength(1);
    expect(await journey.listAttempts(link)).toHaveLength(1);
  });

  test("count each of 20 refused cards once, five per payment", async () => {
    const link = await journey.create();
    const card = { pan: pans.debit, installmentCount: 3 };
    const refused = await Promise.all(Array.from({ length: 20 }, () => journey.submit(link, card)));
    expect(counted(refused.map(({ kind }) => kind))).toEqual({ refused: 20 });
    const payments = await journey.listPayments(link);
    expect(payments.map(({ attemptsUsed, failureCode }) => [attemptsUsed, failureCode])).toEqual(
      Array(4).fill([5, "card_attempt_limit_exceeded"]),
    );
    expect(payments.map(({ partnerTxCode }) => partnerTxCode).sort()).toEqual(
      [1, 2, 3, 4].map((n) => `PL-${link.partnerReference}-${n}`),
    );
  });

  test("capture once when the same browser returns five times at once", async () => {
    const links = (await atTheBank()).slice(0, 6);
    const before = world.bank.countCalls("capture");
    await Promise.all(
      links.flatMap((link) => Array.from({ length: 5 }, () => jitter(() => journey.returnFromBank(link.callback)))),
    );
    expect(world.bank.countCalls("capture") - before).toBe(links.length);
    expect(counted(await Promise.all(links.map(readStatus)))).toEqual({ completed: links.length });
  });
});

test("records an opening only before a concurrent cancellation", async () => {
  await Promise.all(
    Array.from({ length: rounds }, async () => {
      const link = await journey.create();
      const opens = Array.from({ length: 3 }, () => () => journey.open(link));
      await race(() => journey.tryCancel(link), ...opens);
      const row = await journey.getRow(link);
      expect(row.status).toBe("cancelled");
      expect(row.firstOpenedAt).toEqual(row.lastOpenedAt);
    }),
  );
});

test("expires, not abandons, an attempt whose validity ends while giving up waits for the lock", async () => {
  const link = await journey.createAtBank();
  const [payment] = await journey.listPayments(link);
  journey.setClock(plusMs(payment!.expiresAt, -1));
  const letGo = await lockLink(world, link.id);
  const givenUp = journey.giveUp(link);
  const first = await watchForWait(world.db, givenUp);
  journey.setClock(payment!.expiresAt);
  await letGo();
  expect(first).toBe("waits");
  expect(await givenUp).toMatchObject({ kind: "failed", failure: { code: "expired" } });
  expect(await journey.listEvents(link)).toEqual(["payment.expired"]);
});

test("ends abandoned without a capture or paid, when giving up races with the return", async () => {
  const links = await atTheBank();
  journey.moveClock(minutes(2));
  const outcomes = await Promise.all(
    links.map(async (link) => {
      await race(
        () => journey.giveUp(link),
        () => journey.returnFromBank(link.callback),
      );
      const [payment] = await journey.listPayments(link);
      return [await readStatus(link), payment?.failureCode].join(", ");
    }),
  );
  for (const outcome of outcomes) expect(["failed, abandoned", "completed, "]).toContain(outcome);
});

test("200 once and 409 once for two concurrent cancellations", async () => {
  const links = await atTheBank();
  for (const link of links) {
    const answers = await race(
      () => journey.tryCancel(link),
      () => journey.tryCancel(link),
    );
    expect([...answers].sort()).toEqual(["cancelled", "payment_link_cancelled"]);
  }
});

test("keeps all records consistent when everything happens at once", async () => {
  const links = await atTheBank();
  journey.moveClock(minutes(30) - 10);
  await Promise.all([
    sleep(25).then(() => journey.moveClock(seconds(1))),
    ...links.map((link) =>
      race(
        () => journey.returnFromBank(link.callback, Math.random() < 0.5 ? "authenticated" : "not_authenticated"),
        () => journey.giveUp(link),
        () => journey.submit(link),
        () => journey.submit(link, { pan: pans.debit, installmentCount: 3 }),
        () => journey.open(link),
        () => (Math.random() < 0.3 ? journey.tryCancel(link) : journey.getLinkState(link)),
      ),
    ),
  ]);
});
