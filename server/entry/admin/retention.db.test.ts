import { afterAll, beforeAll, expect, test } from "vitest";
import { days, plusMs, systemClock } from "@/server/domain/clock";
import { erasedNames } from "@/server/domain/retention/erased-data";
import { createLinkJourney } from "@/server/testing/journeys/link";
import { newPerson, openSession } from "@/server/testing/world/people";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { doDueWork } from "@/server/usecases/operations/do-due-work";
import { removeStaff } from "@/server/usecases/people/remove-staff";
import { findCommand } from "./commands";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

const run = async (...words: string[]): Promise<string[]> => {
  const found = findCommand(["retention", ...words]);
  if (!found) throw new Error("There is no such command");
  return [...(await found.command.run(world.ctx, found.values, found.options))];
};
/** Returns the line of some data with its columns. */
const findLine = (lines: readonly string[], data: string) =>
  lines.find((line) => line.startsWith(data))?.split(/ {2,}/) ?? [];

/** Creates a captured payment of a link with a payer, and rows of every other kind that has an age. */
async function fillWorld() {
  const journey = createLinkJourney(world);
  const at = await journey.createAtBank({ payerName: "Ayşe Yılmaz" });
  await journey.returnFromBank(at.callback);
  const now = systemClock.now();
  const { id: memberId, person } = await newPerson(world.ctx, "staff");
  await openSession(world.ctx, person);
  await removeStaff(world.ctx, { userId: memberId });
  const [firstAt, kind] = [world.clock.now(), { directive: "script-src", blocked: "x", document: "/l/…" }];
  const at1 = { ...kind, day: firstAt, isOurs: false, count: 1, firstAt, lastAt: firstAt };
  await world.db.prisma.cspReport.create({ data: { id: "csp_1", ...at1 } });
  const alert = { kind: "card_testing", detail: "203.0.113.9", createdAt: world.clock.now() };
  await world.db.prisma.staffAlert.createMany({
    data: [
      { id: "alr_network", subject: "203.0.113.9", closedAt: world.clock.now(), ...alert },
      { id: "alr_open", subject: "203.0.113.10", ...alert },
      { id: "alr_account", subject: "prt_ours", closedAt: world.clock.now(), ...alert },
    ],
  });
  await world.db.prisma.mailMessage.create({
    data: {
      id: "mail_1",
      recipient: "old@shop.test",
      kind: "invitation",
      language: "tr",
      status: "sent",
      createdAt: plusMs(now, -days(31)),
      giveUpAt: now,
      sentAt: now,
    },
  });
  return { link: at, memberId };
}

test("nothing is due of what is new; what is old is listed, then erased, and books and payments stay", async () => {
  const { link, memberId } = await fillWorld();
  const journey = createLinkJourney(world);
  const fresh = await run("--dry-run");
  expect(findLine(fresh, "names of payers")).toMatchObject({
    2: "540 days from the end of the link's validity",
    3: "0",
  });
  expect(findLine(fresh, "mails that were sent")).toMatchObject({ 3: "1" });
  expect(fresh.join("\n")).toContain("kept without an age");

  const payments = await journey.listPayments(link);
  const settlements = await world.db.prisma.settlement.findMany();
  world.clock.advanceMs(days(731));
  const due = await run("--dry-run");
  expect(findLine(due, "names of payers")).toMatchObject({ 3: "1", 4: "2026-11-27" });
  expect(findLine(due, "IP addresses of buyers")).toMatchObject({ 3: "1", 4: "2026-11-20" });
  expect(findLine(due, "networks of buyers")).toMatchObject({ 3: "1" });
  expect(findLine(due, "browsers' reports")).toMatchObject({ 3: "1" });
  expect(findLine(due, "names, e-mail addresses and means to sign in of people who left the staff")).toMatchObject({
    3: "1",
  });
  expect((await journey.getRow(link)).payerName, "a dry run erases nothing").toBe("Ayşe Yılmaz");

  const erased = await run();
  expect(findLine(erased, "names of payers")).toMatchObject({ 3: "1" });
  expect((await journey.getRow(link)).payerName).toBeNull();
  expect(await journey.listAttempts(link)).toMatchObject([{ buyerIp: "", buyerNetwork: null, status: "captured" }]);
  const alerts = await world.db.prisma.staffAlert.findMany({ where: { kind: "card_testing" }, orderBy: { id: "asc" } });
  expect(alerts.map(({ subject }) => subject)).toEqual(["prt_ours", "erased_alr_network", "203.0.113.10"]);
  const member = await world.db.prisma.staffUser.findUniqueOrThrow({ where: { id: memberId } });
  expect(member).toMatchObject({ name: "", passwordHash: "", email: `${memberId}@erased.invalid` });
  expect(await world.db.prisma.mailMessage.count()).toBe(0);
  expect(await journey.listPayments(link)).toEqual(payments);
  expect(await world.db.prisma.settlement.findMany()).toEqual(settlements);
  for (const line of (await run("--dry-run")).slice(1, 1 + erasedNames.length)) expect(line).toMatch(/ 0 +- /);
  const entry = { action: "retention.run", outcome: "done", scope: "staff" } as const;
  expect(await world.db.prisma.auditEntry.findFirst({ where: entry, orderBy: { number: "asc" } })).toMatchObject({
    detail: { payer_names: 1, buyer_addresses: 1 },
  });
});

test("the sweep erases what ages on the product's clock at the end of its day", async () => {
  const journey = createLinkJourney(world);
  const { callback, ...link } = await journey.createAtBank({ payerName: "Mehmet Öz" });
  await journey.returnFromBank(callback);
  const { expiresAt } = await journey.getRow(link);
  world.clock.set(plusMs(expiresAt, days(540) - 1));
  await doDueWork(world.ctx, { until: world.clock.now() });
  expect((await journey.getRow(link)).payerName).toBe("Mehmet Öz");
  expect(await journey.listAttempts(link), "the attempt is older than the link's end").toMatchObject([{ buyerIp: "" }]);
  world.clock.advanceMs(days(1));

  await doDueWork(world.ctx, { until: world.clock.now() });
  expect((await journey.getRow(link)).payerName).toBeNull();
});
