import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { handOver, payOverHttp, postForm, throughTheBank } from "../../support/buyer";
import { newColleague } from "../../support/colleague";
import { expectNothingTaken, expectTaken } from "../../support/controls";
import type { Answer } from "../../support/http";
import { confirmed, getLinkPayment, submitCard } from "../../support/link-buyer";
import { Merchant, newCode } from "../../support/merchant";
import { demo, other, sandbox } from "../../support/product";
import { ordersAtBank, Refunder } from "../../support/refund-steps";
import type { Check } from "../check";
import { queryDatabase } from "../operator";
import { Person, panelDoor } from "../person";

/** Exactly one effect under concurrency, and who may give money back. */

const merchant = new Merchant(sandbox.apiUrl, demo);
const crowd = 25;
const atOnce = <T>(call: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: crowd }, (_, n) => call(n)));
const countStatus = (answers: readonly Answer[], wanted: number): number =>
  answers.filter(({ status }) => status === wanted).length;

export const exactlyOneEffect: Check = async () => {
  const request = merchant.request({ partnerTxCode: newCode(), amount: 40_000 });
  const created = await atOnce(() => merchant.post(request));
  expect([countStatus(created, 201), countStatus(created, 200)], "creations").toEqual([1, crowd - 1]);
  const codes = new Set(created.map((answer) => answer.json().paymentCode));
  expect(codes.size, "payments").toBe(1);
  const [first] = created as [Answer];
  const { paymentCode, paymentRef } = first.json() as { paymentCode: string; paymentRef: string };
  const started = await atOnce(() => handOver(paymentRef));
  expect(countStatus(started, 200), `handoffs: ${started.map(({ status }) => status)}`).toBe(1);
  const back = await throughTheBank(started.find(({ status }) => status === 200)?.text ?? "");
  const returned = await atOnce(() => postForm(back.action, back.fields));
  expect(countStatus(returned, 303), "returns").toBe(crowd);
  await expectTaken(paymentCode, 40_000);
  await refundAtOnce(paymentCode);
  await useLinksAtOnce();
  return {
    done: `${crowd} at once: creation, handoff, return, refund, link's submit and cancellation: one effect each`,
  };
};

async function refundAtOnce(paymentCode: string): Promise<void> {
  const refunder = new Refunder(merchant);
  const refunds = await atOnce((n) => refunder.ask(paymentCode, n % 2 ? "void" : "automatic"));
  expect(countStatus(refunds, 201), `refunds: ${refunds.map(({ status }) => status)}`).toBe(1);
  const [order] = await ordersAtBank([paymentCode]);
  expect((order?.voided ?? 0) + (order?.credited ?? 0), "given back at the bank").toBe(40_000);
}

async function useLinksAtOnce(): Promise<void> {
  const link = await merchant.createdLink();
  const submitted = await atOnce(() => submitCard(link));
  expect(countStatus(submitted, 200), `submits: ${submitted.map(({ status }) => status)}`).toBe(1);
  const paid = await merchant.createdLink();
  const back = await confirmed(paid);
  await atOnce(() => postForm(back.action, back.fields));
  await expectTaken((await getLinkPayment(merchant, paid)).paymentCode, paid.amount);
  const open = await merchant.createdLink();
  const cancelled = await atOnce(() => merchant.cancelLink(open.id));
  const effects = cancelled.filter(({ status }) => status < 300).length;
  expect(effects, `cancellations: ${cancelled.map(({ status }) => status)}`).toBeGreaterThan(0);
  expect((await merchant.link(open.id)).status).toBe("cancelled");
  const events = await queryDatabase(
    sandbox.databaseUrl,
    "select count(*)::int as entries from outbox_event where resource_id = $1 and type::text like '%captured%'",
    [open.id],
  );
  expect(events[0]?.entries).toBe(0);
}

/** Pays a payment of 12.000 TL, which is above the limit of a refund without a second person. */
async function payLarge(): Promise<string> {
  const payment = await new Merchant(sandbox.apiUrl, other).created({ amount: 1_200_000 });
  expect((await payOverHttp(payment)).headers.location).toContain("result=success");
  return payment.paymentCode;
}

/** Signs in a new colleague with this role, who may decide on what others ask for. */
const openColleague = async (role: string): Promise<Person> =>
  Person.signedIn(panelDoor, await newColleague(role, other, { isSecondPerson: true }));

/** Asks for a refund of the whole payment, and expects that it waits; returns the id of the request. */
async function askForRefund(person: Person, paymentCode: string): Promise<string> {
  const input = { key: randomUUID(), paymentCode, amount: null, method: "auto", reason: "Goods came back" };
  const { data } = await person.change("refund.start", input);
  expect(data).toMatchObject({ kind: "waiting" });
  return (data as { requestId: string }).requestId;
}

export const largeRefundsNeedTwo: Check = async () => {
  const [asker, second] = [await openColleague("finance"), await openColleague("finance")];
  const paymentCode = await payLarge();
  const requestId = await askForRefund(asker, paymentCode);
  expect(await asker.change("refund.approve", { requestId }), "by the same person").toMatchObject({
    status: 403,
    code: "own_refund_request",
  });
  await expectGivenBack(paymentCode, 0);
  expect((await second.change("refund.approve", { requestId })).status, "by a second person").toBe(200);
  await expectGivenBack(paymentCode, 1_200_000);
  await expectStepUp();
  return { done: "12.000 TL waited, refused for the asker, approved by another; 2 stale sessions were asked again" };
};

async function expectGivenBack(paymentCode: string, amountKurus: number): Promise<void> {
  const [order] = await ordersAtBank([paymentCode]);
  expect((order?.voided ?? 0) + (order?.credited ?? 0), "given back at the bank").toBe(amountKurus);
}

/** Expects that weighty changes ask again for the password of a session that was confirmed an hour ago. */
async function expectStepUp(): Promise<void> {
  for (const [role, path, input] of [
    ["developer", "webhook.setUrl", { url: null }],
    ["developer", "key.create", { name: "k" }],
  ] as const) {
    const user = await newColleague(role, other);
    const person = await Person.signedIn(panelDoor, user);
    await queryDatabase(
      sandbox.databaseUrl,
      `update sign_in_session set confirmed_at = confirmed_at - interval '1 hour'
        where panel_user_id = (select id from panel_user where email = $1)`,
      [user.email],
    );
    expect((await person.change(path, input)).code, path).toBe("reauthentication_required");
  }
}

export const keysCannotRefund: Check = async () => {
  const owner = await openColleague("owner");
  const user = await newColleague("developer", other, { isSecondPerson: true });
  const developer = await Person.signedIn(panelDoor, user);
  const wanted = await developer.change("key.create", { name: "k", scopes: ["payments:read", "refunds:write"] });
  expect(wanted.status, "a developer's key that refunds").toBeGreaterThanOrEqual(400);
  const made = await developer.change("key.create", { name: "k" });
  const { apiKey } = made.data as { apiKey: string };
  const paymentCode = await payLarge();
  const caller = new Merchant(sandbox.apiUrl, other, apiKey);
  const refund = await new Refunder(caller).ask(paymentCode, "automatic");
  expect([refund.status, refund.json().error.code], "a refund with the key").toEqual([403, "access_denied"]);
  await expectGivenBack(paymentCode, 0);
  const members = (await owner.query("team.list")).data as readonly { userId: string; email: string }[];
  const userId = members.find(({ email }) => email === user.email)?.userId ?? "";
  expect((await owner.change("team.remove", { userId })).status, "the removal").toBe(200);
  expect((await caller.get("/v1/payments/pay_x")).status, "the key of a removed member").toBe(401);
  return { done: "a developer made no key that refunds; a refund with theirs got 403; the key ended with the member" };
};

export const inviteesCannotApprove: Check = async () => {
  const owner = await openColleague("owner");
  const requestId = await askForRefund(owner, await payLarge());
  const email = `second-${randomUUID().slice(0, 8)}@e2e.test`;
  const invited = await owner.change("team.invite", { email, role: "finance" });
  const { url } = invited.data as { url: string };
  const second = new Person(panelDoor);
  const password = `made up for ${email.slice(7, 15)}`;
  const token = new URL(url).hash.slice(1);
  const joined = await second.post("/panel/invitation/accept", { token, name: "İkinci", password });
  expect(joined.status, joined.text).toBe(200);
  expect(await second.signIn({ email, password })).toBe("signed_in");
  expect(await second.change("refund.approve", { requestId })).toMatchObject({
    status: 403,
    code: "second_person_required",
  });
  return { done: "a colleague whom the asker invited a second ago could not approve" };
};

export const unsignedFieldsTakeNothing: Check = async () => {
  const fields = [
    ["payfor", "RequestGuid", "99999999999999999"],
    ["garanti", "xid", "AAAAAAAAAAAAAAAAAAAAAAAAAAA="],
  ] as const;
  for (const [terminal, name, value] of fields) {
    const payment = await merchant.created({ terminalId: merchant.terminal(terminal) });
    const back = await throughTheBank((await handOver(payment.paymentRef)).text);
    expect(back.fields[name], `${terminal} returns ${name}`).toBeDefined();
    const answer = await postForm(back.action, { ...back.fields, [name]: value });
    expect([303, 400], name).toContain(answer.status);
    await expect.poll(async () => (await merchant.payment(payment.paymentCode)).status).not.toBe("captured");
    await expectNothingTaken(payment.paymentCode);
  }
  return { done: "another RequestGuid (PayFor) and another xid (Garanti): the payment failed, no money was taken" };
};

export const oldBrowsersPayOwnCards: Check = async () => {
  const origins = [
    [{ Origin: "https://evil.example" }, 403],
    [{ Origin: "null", "Sec-Fetch-Site": "cross-site" }, 403],
    [{ Origin: sandbox.payUrl, "Sec-Fetch-Site": "cross-site" }, 403],
    [{ Origin: "https://evil.example", "Sec-Fetch-Site": "same-site" }, 403],
    [{ Origin: "null" }, 200],
    [{}, 200],
  ] as const;
  for (const [headers, status] of origins) {
    const link = await merchant.createdLink();
    const answer = await submitCard(link, {}, { headers: { Accept: "text/html", ...headers } });
    expect(answer.status, JSON.stringify(headers)).toBe(status);
    if (status !== 200) expect((await merchant.link(link.id)).status, "the link").not.toBe("completed");
  }
  return { done: "4 submits of other sites got 403; without Origin and Sec-Fetch-Site, as old WebViews send, 200" };
};
