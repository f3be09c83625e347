import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hours, minutes, seconds } from "@/server/domain/clock";
import { inTx } from "@/server/store/db";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { doDueWork } from "../operations/do-due-work";
import { sendMail } from "./send-mail";
import { writeMail } from "./shared/write-mail";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.db.prisma.mailMessage.deleteMany();
  Object.assign(world.mail, { isReady: true, whileSending: async () => undefined });
  world.mail.sent.length = 0;
  world.mail.outcomes.length = 0;
});

const url = "http://api.test/panel/password/new#a-secret-token";
const values = { door: "panel", url, until: "2026-11-20T10:00:00.000Z" } as const;

const write = (usefulMs?: number) =>
  inTx(world.db, (tx) =>
    writeMail(world.ctx, tx, {
      kind: "password_reset",
      values,
      to: "ayse@shop.test",
      language: "tr",
      ...(usefulMs !== undefined && { usefulMs }),
    }),
  ).then(({ mailId }) => mailId);

const find = (id: string) => world.db.prisma.mailMessage.findUniqueOrThrow({ where: { id } });
const alertsOf = (subject: string) => world.db.prisma.staffAlert.findMany({ where: { subject } });
const failed = { kind: "failed", error: "ECONNECTION cannot reach ayse@shop.test" } as const;

test("a mail is written with the change, signalled after the commit, and unreadable in the database", async () => {
  const mailId = await write();
  expect(world.signalled).toContain(mailId);
  const row = await find(mailId);
  expect(row).toMatchObject({ recipient: "ayse@shop.test", kind: "password_reset", language: "tr", status: "pending" });
  expect(Buffer.from(row.content ?? []).toString("latin1")).not.toContain("secret");
});

test("a change that is rolled back writes no mail and signals none", async () => {
  const before = world.signalled.length;
  const work = inTx(world.db, async (tx) => {
    await writeMail(world.ctx, tx, { kind: "password_reset", values, to: "ayse@shop.test", language: "tr" });
    throw new Error("The change failed");
  });
  await expect(work).rejects.toThrow("The change failed");
  expect(await world.db.prisma.mailMessage.count()).toBe(0);
  expect(world.signalled).toHaveLength(before);
});

test("a mail is sent once when five senders race, and its content is erased", async () => {
  const mailId = await write();
  const results = await Promise.all(Array.from({ length: 5 }, () => sendMail(world.ctx, { mailId })));
  expect(results.filter(({ attempted }) => attempted)).toHaveLength(1);
  expect(world.mail.sent).toMatchObject([
    { id: mailId, to: "ayse@shop.test", language: "tr", content: { kind: "password_reset", values } },
  ]);
  expect(await find(mailId)).toMatchObject({ status: "sent", content: null, attempts: 1, nextAttemptAt: null });
});

test("a mail that fails is tried again after 30 s, 2 min, 10 min, 1 h and 6 h, with the same id", async () => {
  const mailId = await write();
  const pauses: number[] = [];
  world.mail.outcomes.push(...Array.from({ length: 6 }, () => failed));
  for (let attempt = 1; attempt <= 6; attempt++) {
    const { nextAttemptAt } = await sendMail(world.ctx, { mailId });
    expect((await sendMail(world.ctx, { mailId })).attempted).toBe(false);
    pauses.push((nextAttemptAt?.getTime() ?? 0) - world.clock.now().getTime());
    if (nextAttemptAt) world.clock.set(nextAttemptAt);
  }
  expect(pauses).toEqual([seconds(30), minutes(2), minutes(10), hours(1), hours(6), hours(6)]);
  expect(await find(mailId)).toMatchObject({ attempts: 6, lastError: "ECONNECTION cannot reach …" });
  await sendMail(world.ctx, { mailId });
  expect(new Set(world.mail.sent.map(({ id }) => id))).toEqual(new Set([mailId]));
  expect((await find(mailId)).status).toBe("sent");
});

describe("a mail is given up, with an alert for staff", () => {
  test("at once where the server refuses it for good", async () => {
    const mailId = await write();
    world.mail.outcomes.push({ kind: "refused", error: "EENVELOPE 550 5.1.1 no such user" });
    expect(await sendMail(world.ctx, { mailId })).toEqual({ attempted: true, nextAttemptAt: null });
    expect(await find(mailId)).toMatchObject({ status: "failed", content: null });
    expect(await alertsOf(mailId)).toMatchObject([{ kind: "mail_not_sent" }]);
  });

  test("after 24 hours, the last of which brings one more attempt", async () => {
    const mailId = await write();
    const end = world.clock.now().getTime() + hours(24);
    world.mail.outcomes.push(...Array.from({ length: 20 }, () => failed));
    let next: Date | null = world.clock.now();
    while (next) {
      world.clock.set(next);
      ({ nextAttemptAt: next } = await sendMail(world.ctx, { mailId }));
    }
    expect(world.clock.now().getTime()).toBe(end);
    expect(await find(mailId)).toMatchObject({ status: "failed", content: null });
    expect(await alertsOf(mailId)).toHaveLength(1);
  });

  test("when its link has expired", async () => {
    const mailId = await write(hours(1));
    world.mail.outcomes.push(failed, failed);
    await sendMail(world.ctx, { mailId });
    world.clock.advanceMs(hours(1));
    expect((await sendMail(world.ctx, { mailId })).nextAttemptAt).toBeNull();
    expect((await find(mailId)).status).toBe("failed");
  });

  test("at once where its stored values cannot be read", async () => {
    const mailId = await write();
    await world.db.prisma.mailMessage.update({ where: { id: mailId }, data: { kind: "unknown" } });
    await sendMail(world.ctx, { mailId });
    expect(world.mail.sent).toEqual([]);
    expect(await alertsOf(mailId)).toHaveLength(1);
  });
});

test("a process that dies while it sends leaves the mail to another one after the lease", async () => {
  const mailId = await write();
  const dead = { ...world.ctx, mail: { isReady: true, send: () => new Promise<never>(() => undefined) } };
  void sendMail(dead, { mailId });
  await expect.poll(async () => (await find(mailId)).attempts).toBe(1);
  expect((await sendMail(world.ctx, { mailId })).attempted).toBe(false);
  world.clock.advanceMs(minutes(5));
  expect((await sendMail(world.ctx, { mailId })).attempted).toBe(true);
  expect(world.mail.sent).toMatchObject([{ id: mailId }]);
});

test("a late answer changes nothing after another process has sent the mail", async () => {
  const mailId = await write();
  world.mail.outcomes.push({ kind: "sent" }, failed);
  world.mail.whileSending = async () => {
    world.mail.whileSending = async () => undefined;
    world.clock.advanceMs(minutes(5));
    await sendMail(world.ctx, { mailId });
  };
  await sendMail(world.ctx, { mailId });
  expect((await find(mailId)).status).toBe("sent");
  expect(await alertsOf(mailId)).toEqual([]);
});

test("without an SMTP server mails wait, staff are told once, and the mails leave when there is one", async () => {
  const [first, second] = [await write(), await write()];
  world.mail.isReady = false;
  await doDueWork(world.ctx, { until: world.clock.now() });
  expect([(await find(first)).status, (await find(second)).status]).toEqual(["pending", "pending"]);
  expect(await alertsOf("SMTP_URL")).toMatchObject([{ kind: "mail_without_server" }]);
  world.mail.isReady = true;
  world.clock.advanceMs(minutes(10));
  await doDueWork(world.ctx, { until: world.clock.now() });
  expect(world.mail.sent.map(({ id }) => id).sort()).toEqual([first, second].sort());
  expect(await alertsOf("SMTP_URL")).toMatchObject([{ closedAt: expect.any(Date) }]);
});
