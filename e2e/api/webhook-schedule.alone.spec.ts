import { expect, test } from "@playwright/test";
import { handOver, payOverHttp, postForm, throughTheBank } from "../support/buyer";
import { cardWith } from "../support/cards";
import { advance, bankLog, calmBank, changePartner, type Fired, sendWebhook, setClock } from "../support/controls";
import { Merchant } from "../support/merchant";
import { expectBody, expectSignedRequest, only, pickConstants } from "../support/notices";
import { linksDisabled, sandbox } from "../support/product";
import { WebhookReceiver } from "../support/webhook-receiver";

// Tests the schedule of §6.4 in minutes instead of seven hours: the sandbox's clock is advanced between attempts.

const merchant = new Merchant(sandbox.apiUrl, linksDisabled);
const days = 86_400;
/** The delays in seconds after each failed attempt. */
const schedule = [30, 120, 600, 3_600, 21_600];
/** The largest real time in seconds between two steps of a test. */
const slack = 15;

let receiver: WebhookReceiver;
test.beforeAll(async () => {
  await calmBank();
  // The open work of other tests has ended by then.
  await advance(2 * days);
});
test.beforeEach(async () => {
  receiver = await WebhookReceiver.open(linksDisabled);
});
test.afterEach(() => receiver.close());

const deliveriesIn = async (seconds: number): Promise<number> => (await advance(seconds)).fired.deliveriesAttempted;

/** Sends a webhook and waits for its first attempt. */
async function sent(): Promise<string> {
  const deliveryId = (await sendWebhook(linksDisabled)) ?? "";
  await receiver.until(deliveryId);
  return deliveryId;
}

test("makes six attempts: at once, then 30 s, 2 min, 10 min, 1 h and 6 h after each failure, and none later", async () => {
  receiver.answer(500, 503, "reset", { status: 302, headers: { Location: receiver.url } }, 599, 500);
  const deliveryId = await sent();
  for (const [failures, seconds] of schedule.entries()) {
    expect(await deliveriesIn(seconds - slack), `${seconds} s after failure ${failures + 1}`).toBe(0);
    expect(receiver.about(deliveryId)).toHaveLength(failures + 1);
    expect(await deliveriesIn(slack + 1)).toBe(1);
    expect(receiver.about(deliveryId)).toHaveLength(failures + 2);
  }
  expect(await deliveriesIn(7 * days)).toBe(0);
  const attempts = receiver.about(deliveryId);
  expect(attempts).toHaveLength(6);
  for (const attempt of attempts) {
    expectSignedRequest(attempt, linksDisabled, receiver);
    expect(pickConstants(attempt)).toEqual(pickConstants(attempts[0] ?? attempt));
  }
});

test("makes six attempts in one step of the clock", async () => {
  receiver.answer(500);
  const deliveryId = await sent();
  expect(await deliveriesIn(2 * days)).toBe(5);
  expect(receiver.about(deliveryId)).toHaveLength(6);
});

test("stops after a 503 followed by a 200", async () => {
  receiver.answer(503, 204, 500);
  const deliveryId = await sent();
  expect(await deliveriesIn(31)).toBe(1);
  expect(await deliveriesIn(7 * days)).toBe(0);
  expect(receiver.about(deliveryId)).toHaveLength(2);
});

test("never retries after 410", async () => {
  receiver.answer(410, 200);
  const deliveryId = await sent();
  expect(await deliveriesIn(7 * days)).toBe(0);
  expect(receiver.about(deliveryId)).toHaveLength(1);
});

test("sends later attempts to the address at that time", async () => {
  receiver.answer(500);
  const deliveryId = await sent();
  const moved = await WebhookReceiver.open(linksDisabled);
  expect(await deliveriesIn(31)).toBe(1);
  expect(receiver.about(deliveryId)).toHaveLength(1);
  const [notice] = moved.about(deliveryId);
  expect(notice && pickConstants(notice)).toEqual(receiver.about(deliveryId).map(pickConstants)[0]);
  await moved.close();
});

test("makes the same attempts for the same steps of the clock", async () => {
  const steps = [20, 11, 60, 61, 3_000, 4_000, 20_000, 3 * days];
  const walk = async (): Promise<[Fired, number][]> => {
    receiver.answer(500, 502, "reset", 500, 200);
    const subjects = [await sent(), await sent()];
    const seen: [Fired, number][] = [];
    for (const seconds of steps) {
      const { fired } = await advance(seconds);
      seen.push([fired, subjects.flatMap((subject) => receiver.about(subject)).length]);
    }
    return seen;
  };
  const first = await walk();
  expect(await walk()).toEqual(first);
  expect(first.at(-1)?.[1], "total requests").toBeGreaterThan(4);
});

for (const [terminal, minutes] of [
  ["default", 30],
  ["alternate", 135],
] as const) {
  test(`sends payment.expired once after ${minutes} minutes, with the due time as its date`, async () => {
    const { paymentCode } = await merchant.created({ terminalId: linksDisabled.terminals[terminal] });
    const { createdAt, expiresAt } = await merchant.payment(paymentCode);
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(minutes * 60_000);
    await setClock(new Date(Date.parse(expiresAt) - slack * 1_000));
    expect(receiver.about(paymentCode)).toEqual([]);
    // Even when it is late, as after an outage, the event has the due time as its date.
    const { fired } = await advance(3_600);
    expect(fired).toMatchObject({ paymentsExpired: 1, deliveriesAttempted: 1 });
    const notice = only(receiver.about(paymentCode));
    expectBody(notice, "payment.expired", { paymentCode });
    expect(Date.parse(notice.event.occurredAt)).toBe(Math.floor(Date.parse(expiresAt) / 1_000) * 1_000);
    expect(await merchant.payment(paymentCode)).toMatchObject({ status: "expired", expiredAt: expiresAt });
    await advance(2 * days);
    expect(receiver.about(paymentCode)).toHaveLength(1);
  });
}

test("sends payment.captured, not expired, when the inquiry finds the money after a lost answer", async () => {
  const payment = await merchant.created({ amount: 4_711 });
  const started = await handOver(payment.paymentRef, cardWith({ outcome: "capture_lost_taken" }));
  const back = await throughTheBank(started.text);
  const answer = postForm(back.action, back.fields);
  await expect.poll(async () => (await bankLog(payment.paymentCode)).length).toBeGreaterThan(0);
  expect(receiver.about(payment.paymentCode)).toEqual([]);
  // The bank has the capture slightly before the product knows that the answer is lost. Then the clock step or, on a
  // slow machine, the product's own function starts the inquiry.
  const statusLater = () => advance(5).then(async () => (await merchant.payment(payment.paymentCode)).status);
  await expect.poll(statusLater).toBe("captured");
  const asked = (await bankLog(payment.paymentCode)).map(({ operation }) => operation);
  expect(asked).toEqual(["capture", "inquire"]);
  const notice = only(await receiver.until(payment.paymentCode));
  expectBody(notice, "payment.captured", { paymentCode: payment.paymentCode });
  expect((await answer).headers.location).toContain("result=success");
  await advance(2 * days);
  expect(receiver.about(payment.paymentCode)).toHaveLength(1);
});

test("sends payment.captured only once, also after a long time", async () => {
  // A payout of the payment would send a notice of its own.
  await changePartner(linksDisabled.partnerId, { autoPayout: false });
  const payment = await merchant.created();
  await payOverHttp(payment);
  await receiver.until(payment.paymentCode);
  expect(await deliveriesIn(7 * days)).toBe(0);
  expect(receiver.about(payment.paymentCode)).toHaveLength(1);
});
