import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noLinkTexts } from "@/server/domain/links/link-texts";
import { openTestWorld, type TestWorld, testTerminals } from "@/server/testing/world/world";
import type { ActingAccount } from "./caller";
import { type CreateLinkInput, createLink } from "./links/create-link";
import { createPanelPayment } from "./payments/create-panel-payment";
import { createPayment } from "./payments/create-payment";
import { startRefund } from "./refunds/start-refund";

// Each verb runs the rules of the account itself, whichever door calls it.

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

const listed = { allowedHosts: ["shop.example"] };
const account = async (changes: Partial<ActingAccount> = {}) => ({ ...(await world.signIn()), ...changes });
const refusalOf = (made: Promise<unknown>) =>
  made.then(
    () => "made",
    ({ code }) => code as string,
  );
const count = async () => ({
  links: await world.db.prisma.paymentLink.count(),
  payments: await world.db.prisma.payment.count(),
});

const link = async (changes: Partial<CreateLinkInput>, ofAccount: Partial<ActingAccount> = {}) =>
  createLink(world.ctx, {
    caller: await account(ofAccount),
    amountKurus: 2n,
    terminalId: testTerminals.ours,
    customerShareBps: 0,
    ...noLinkTexts,
    redirectUrl: null,
    allowedCounts: null,
    items: null,
    ...changes,
  });
let orders = 0;
const payment = async (returnUrl: string, ofAccount: Partial<ActingAccount> = {}) =>
  createPayment(world.ctx, {
    caller: await account(ofAccount),
    source: "api",
    amountKurus: 2n,
    terminalId: testTerminals.ours,
    installment: 1,
    partnerTxCode: `ORDER-${++orders}`,
    description: null,
    returnUrl,
  });
const panelPayment = async (description: string | null, ofAccount: Partial<ActingAccount> = {}) =>
  createPanelPayment(world.ctx, {
    account: await account(ofAccount),
    amountKurus: 2n,
    terminalId: testTerminals.ours,
    installment: 1,
    partnerTxCode: `ORDER-${++orders}`,
    description,
  });

const refund = async (ofAccount: Partial<ActingAccount>) =>
  startRefund(world.ctx, {
    caller: await account(ofAccount),
    paymentCode: "pay_0",
    partnerRefundCode: "REFUND-1",
    amountKurus: null,
    way: "automatic",
  });

const card = "5528 7900-0000 0008";
const named = { name: "Lamp", note: null, amountKurus: 1n };

describe("refused, and nothing is written", () => {
  const cases: [string, () => Promise<unknown>, string][] = [
    ["a link of a suspended account", () => link({}, { status: "suspended" }), "partner_not_active"],
    ["a link of a closed account", () => link({}, { status: "closed" }), "partner_not_active"],
    [
      "a payment of a suspended account",
      () => payment("https://a.test", { status: "suspended" }),
      "partner_not_active",
    ],
    ["a panel payment of a suspended account", () => panelPayment(null, { status: "suspended" }), "partner_not_active"],
    ["a refund of a suspended account", () => refund({ status: "suspended" }), "partner_not_active"],
    ["a refund of a closed account", () => refund({ status: "closed" }), "partner_not_active"],
    [
      "a link to a host that is not listed",
      () => link({ redirectUrl: "https://evil.example/" }, listed),
      "validation_error",
    ],
    ["a payment to a host that is not listed", () => payment("https://evil.example/", listed), "validation_error"],
    ["a card number as a link's description", () => link({ description: card }), "sensitive_data_not_allowed"],
    [
      "an IBAN as the payer",
      () => link({ payerName: "TR33 0006 1005 1978 6457 8413 26" }),
      "sensitive_data_not_allowed",
    ],
    [
      "a card number as an item",
      () => link({ items: [named, { ...named, name: card }] }),
      "sensitive_data_not_allowed",
    ],
    ["a card number as a note", () => link({ items: [named, { ...named, note: card }] }), "sensitive_data_not_allowed"],
    ["a card number as a panel payment's description", () => panelPayment(card), "sensitive_data_not_allowed"],
  ];
  test.each(cases)("%s", async (_name, make, code) => {
    const before = await count();
    expect(await refusalOf(make())).toBe(code);
    expect(await count()).toEqual(before);
  });
});

describe("permitted", () => {
  const cases: [string, () => Promise<unknown>][] = [
    ["a link to a listed host", () => link({ redirectUrl: "https://shop.example/back" }, listed)],
    ["a link without an address", () => link({}, listed)],
    ["a payment to a listed host", () => payment("https://shop.example/back", listed)],
    ["a panel payment, which returns to the panel", () => panelPayment(null, listed)],
    ["a card number inside longer texts", () => link({ description: `x ${card}`, payerName: `${card} x` })],
    [
      "a card number inside an item",
      () => link({ items: [{ ...named, name: `kart ${card}`, note: `${card} no` }, named] }),
    ],
  ];
  test.each(cases)("%s", async (_name, make) => {
    expect(await refusalOf(make())).toBe("made");
  });
});

test("the refusal of a host names the field, for the door to write the message", async () => {
  const faultIn = (field: string) => ({ details: { faults: [{ path: [field], problem: "url_host" }] } });
  await expect(link({ redirectUrl: "https://evil.example/" }, listed)).rejects.toMatchObject(faultIn("redirectUrl"));
  await expect(payment("https://evil.example/", listed)).rejects.toMatchObject(faultIn("returnUrl"));
});
