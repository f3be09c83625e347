import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { minutes, plusMs, seconds } from "@/server/domain/clock";
import type { DeliveryAttemptError } from "@/server/domain/webhooks/delivery";
import { raiseTestAlert, settleTestAlert } from "@/server/testing/world/staff";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import type { Ctx } from "../ctx";
import { sendMail } from "../mail/send-mail";
import { announceAlerts } from "./announce-alerts";
import { recordReceivers } from "./record-receivers";
import { recordSightings } from "./record-sightings";
import { sendIncidentMessages } from "./send-incident-messages";

let world: TestWorld;
let ctx: Ctx;
let trouble: DeliveryAttemptError | null = null;
const posted: { id: string; body: string }[] = [];
const start = new Date("2026-11-26T09:00:00.000Z");

beforeAll(async () => {
  world = await openTestWorld();
  const send = async (message: { id: string; body: string }) => {
    posted.push(message);
    return { statusCode: trouble ? null : 200, errorClass: trouble, durationMs: 1, response: new Uint8Array() };
  };
  ctx = { ...world.ctx, incidents: { mailTo: ["ops@vezne.test"], language: "en", webhook: { send } } };
});
afterAll(() => world.close());
beforeEach(async () => {
  const { prisma } = world.db;
  await Promise.all([prisma.alertNotice.deleteMany(), prisma.incidentMessage.deleteMany()]);
  await Promise.all([prisma.staffAlert.deleteMany(), prisma.mailMessage.deleteMany()]);
  await Promise.all([prisma.incidentSighting.deleteMany(), prisma.failingReceiver.deleteMany()]);
  [trouble, posted.length, world.mail.sent.length] = [null, 0, 0];
});

/** One round of the watch of a process at an instant. */
const round = async (at: Date, process: Ctx = ctx): Promise<void> => {
  for (const mailId of await announceAlerts(process, { now: at })) await sendMail(process, { mailId });
  await sendIncidentMessages(process, { now: at });
};
const bodies = () => posted.map(({ body }) => JSON.parse(body));
const listAlerts = async (kind: string) =>
  (await world.db.prisma.staffAlert.findMany({ where: { kind }, orderBy: { subject: "asc" } })).map(
    ({ subject, closedAt, timesRaised }) => `${subject} ${closedAt ? "closed" : "open"} ${timesRaised}`,
  );
const raise = (subject: string, kind: "capture_unknown" | "money_returned" | "mail_not_sent" = "capture_unknown") =>
  raiseTestAlert(world, { kind, subject, detail: `About ${subject}` });
const settle = (subject: string) => settleTestAlert(world, { kind: "capture_unknown", subject });

test("one message for a storm of alerts of one kind, and one with the numbers five minutes later (D-362)", async () => {
  for (let n = 100; n < 600; n += 1) await raise(`pay_${n}`);
  await round(start);
  expect(bodies()).toMatchObject([
    {
      type: "incident.open",
      data: { kind: "capture_unknown", severity: "today", opened: 500, resolved: 0, open: 500 },
    },
  ]);
  expect(bodies()[0].data.incidents).toHaveLength(10);
  expect(bodies()[0].data.runbook).toBe("http://api.test/staff/runbook#capture_unknown");
  expect(world.mail.sent).toMatchObject([{ to: "ops@vezne.test", language: "en", content: { kind: "incident" } }]);
  await settle("pay_100");
  await raise("pay_100");
  for (let n = 101; n < 600; n += 1) await settle(`pay_${n}`);
  await round(plusMs(start, minutes(4)));
  expect(posted).toHaveLength(1);
  await round(plusMs(start, minutes(6)));
  expect(bodies()[1]).toMatchObject({ type: "incident.open", data: { returned: 1, resolved: 500, open: 1 } });
  expect(await listAlerts("capture_unknown").then(([first]) => first)).toBe("pay_100 open 2");
  await round(plusMs(start, minutes(60)));
  expect([posted.length, world.mail.sent.length]).toEqual([2, 2]);
});

test("nothing for a repetition, an alert that only informs, and a change that was rolled back", async () => {
  expect(await raise("pay_1", "money_returned")).toBe(true);
  expect(await listAlerts("money_returned")).toEqual(["pay_1 closed 1"]);
  await round(start);
  await raise("pay_2");
  await round(start);
  await raise("pay_2");
  await round(plusMs(start, minutes(10)));
  expect(bodies().map(({ data }) => data.incidents.map(({ subject }: { subject: string }) => subject))).toEqual([
    ["pay_2"],
  ]);
});

test("an alert whose sentence may name a person is named by its id, without the sentence", async () => {
  await raise("mail_1 to ayse@example.com", "mail_not_sent");
  await round(start);
  expect(posted[0]?.body).not.toContain("ayse");
  expect(bodies()[0].data.incidents).toMatchObject([{ subject: expect.stringMatching(/^alr_/), sentence: null }]);
});

test("a failing webhook is tried again, in order, and raises one alert however many messages wait", async () => {
  trouble = "connection_failed";
  await raise("pay_1");
  await round(start);
  await settle("pay_1");
  for (const after of [15, 30, 60, 301, 330, 600]) await round(plusMs(start, seconds(after)));
  expect(new Set(bodies().map(({ type }) => type))).toEqual(new Set(["incident.open"]));
  expect(await listAlerts("incident_not_sent")).toEqual(["webhook open 1"]);
  const mailed = world.mail.sent.map(({ content }) =>
    content.kind === "incident" ? content.values.kind : content.kind,
  );
  expect(mailed.sort()).toEqual(["capture_unknown", "capture_unknown", "incident_not_sent"]);
  [trouble, posted.length] = [null, 0];
  for (const after of [1300, 1400, 1500]) await round(plusMs(start, seconds(after)));
  expect(bodies().map(({ type }) => type)).toEqual(["incident.open", "incident.resolved"]);
  expect(await listAlerts("incident_not_sent")).toEqual(["webhook closed 1"]);
});

test("a mail about alerts that is refused raises one alert, of which no mail is written", async () => {
  await raise("pay_1");
  world.mail.outcomes.push({ kind: "refused", error: "550 no such user" });
  await round(start);
  await round(plusMs(start, minutes(6)));
  expect(await listAlerts("mail_not_sent")).toEqual([]);
  expect(await listAlerts("incident_not_sent")).toEqual(["mail open 1"]);
  expect(world.mail.sent).toHaveLength(1);
  expect(bodies().map(({ data }) => data.kind)).toEqual(["capture_unknown", "incident_not_sent"]);
});

test("two processes that announce at once write one message", async () => {
  await raise("pay_1");
  await Promise.all([round(start), round(start), round(start)]);
  expect([posted.length, world.mail.sent.length]).toEqual([1, 1]);
});

const redis = { kind: "redis_gone", subject: "redis", detail: "Redis does not answer a ping" } as const;

test("what several processes see is one alert, which closes when none of them sees it any more (D-364)", async () => {
  const other: Ctx = { ...ctx, processNumber: ctx.processNumber + 1 };
  const at = (after: number) => plusMs(start, seconds(after));
  await Promise.all([ctx, other].map((one) => recordSightings(one, { sightings: [redis], at: at(0) })));
  expect(await listAlerts("redis_gone")).toEqual(["redis open 1"]);
  await recordSightings(ctx, { sightings: [], at: at(15) });
  expect(await listAlerts("redis_gone")).toEqual(["redis open 1"]);
  // The other process was killed.
  await recordSightings(ctx, { sightings: [], at: at(50) });
  expect(await listAlerts("redis_gone")).toEqual(["redis closed 1"]);
  await recordSightings(ctx, { sightings: [redis], at: at(65) });
  expect(await listAlerts("redis_gone")).toEqual(["redis open 2"]);
  await recordSightings(ctx, { sightings: [], at: at(80) });
  expect(await listAlerts("redis_gone")).toEqual(["redis closed 2"]);
});

test("a receiver that fails three attempts in half a minute is an alert until its first answer (D-365)", async () => {
  const fail = (after: number) => ctx.receivers.note("prt_ours", "server_error", plusMs(start, seconds(after)));
  for (const after of [0, 1, 2]) fail(after);
  await recordReceivers(ctx, { now: start });
  expect(await listAlerts("receiver_failing")).toEqual([]);
  fail(31);
  await recordReceivers(ctx, { now: start });
  expect(await listAlerts("receiver_failing")).toEqual(["prt_ours open 1"]);
  ctx.receivers.note("prt_ours", null, start);
  await recordReceivers(ctx, { now: start });
  expect(await listAlerts("receiver_failing")).toEqual(["prt_ours closed 1"]);
  expect(await world.db.prisma.failingReceiver.count()).toBe(0);
});
