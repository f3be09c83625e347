import { randomInt } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Protocol } from "@/server/banks/bank";
import { Circuits } from "@/server/domain/banks/circuits";
import { groupDigits, isCardNumber } from "@/server/domain/card";
import { seconds } from "@/server/domain/clock";
import { trustCard } from "@/server/domain/payments/card-form";
import { Secret } from "@/server/domain/secret";
import { insertBankMessages } from "@/server/store/banks/bank-messages";
import { type BankWorld, bankProtocols, openBankWorld } from "@/server/testing/journeys/bank-world";
import { type PaidByCard, payByCard } from "@/server/testing/journeys/card-payment";
import { createPaymentJourney, handOver } from "@/server/testing/journeys/payment";
import { testCard, testTerminals } from "@/server/testing/world/world";
import { startRefund } from "../refunds/start-refund";
import { getBankTrace } from "./queries";
import { openAccount } from "./shared/bank-connection";

/** Creates a random card whose number appears nowhere else; its BIN is in the BIN table. */
function newCard() {
  const number = () => `552879${Array.from({ length: 10 }, () => randomInt(10)).join("")}`;
  let pan = number();
  while (!isCardNumber(pan)) pan = number();
  const cv2 = `${randomInt(100, 1000)}`;
  return trustCard({ pan: new Secret(pan), expireMonth: "11", expireYear: "37", cv2: new Secret(cv2) });
}
type Card = ReturnType<typeof newCard>;

const stepsByProtocol = {
  nestpay: ["form", "return", "capture"],
  garanti: ["form", "return", "capture"],
  payfor: ["form", "return", "capture"],
  posnet: ["prepare", "form", "return", "resolve", "capture"],
} as const satisfies Record<Protocol, readonly string[]>;

describe.each(["nestpay", "garanti", "posnet", "payfor"] as const)("at a bank that speaks %s", (protocol) => {
  let world: BankWorld;
  /** The secrets of the shop's agreement with its bank. */
  let shopSecrets: string[] = [];
  beforeAll(async () => {
    world = await openBankWorld({ protocol });
    const { account } = await world.db.prisma.bankConnection.findFirstOrThrow({
      where: { terminalId: testTerminals.ours, replacedAt: null },
    });
    const { password, storeKey, refundUser } = openAccount(world.ctx.vault, testTerminals.ours, account);
    shopSecrets = [password, storeKey, refundUser?.password ?? ""].filter((secret) => secret.length > 3);
  });
  afterAll(() => world.close());

  async function refund(paymentCode: string, way: "void" | "credit", amountKurus: bigint | null): Promise<void> {
    await startRefund(world.ctx, {
      caller: world.caller,
      paymentCode,
      partnerRefundCode: `${paymentCode}-${way}`,
      amountKurus,
      way,
    });
    await world.settled();
  }

  /**
   * The order id in a request, if it is readable: PosNet's packets and return hide it, and its void may name another
   * number.
   */
  function named(operation: string, bankOrderId: string, transactionId: string | null): string {
    if (protocol === "posnet") return "";
    return protocol === "nestpay" && operation === "void" ? (transactionId ?? "none") : bankOrderId;
  }

  test("takes cards again when it answers the protocol's own question of a trial (D-372)", async () => {
    const circuits = new Circuits(true);
    const host = { bank: bankProtocols[protocol], host: new URL(world.bankOrigin).host };
    const { paymentRef } = await createPaymentJourney(world).create();
    const post = () => {
      const card = { paymentRef, raw: testCard(), language: "tr", buyerIp: "192.0.2.1" } as const;
      return handOver({ ...world.ctx, circuits }, card);
    };
    for (let n = 0; n < 5; n++) circuits.note(host, "unreached", world.clock.now());
    world.clock.advanceMs(seconds(9));
    expect(await post()).toMatchObject({ kind: "rejected", code: "virtual_pos_inactive", canRetry: true });
    world.clock.advanceMs(seconds(1));
    world.noted.length = 0;
    expect(await post()).toMatchObject({ kind: "form" });
    expect(world.noted.map(({ operation }) => operation)).toEqual([
      protocol === "posnet" ? "prepare" : "inquire",
      "form",
    ]);
    expect(circuits.hasOpen).toBe(false);
  });

  test("traces every step of a payment and its refund readably, without card data and secrets", async () => {
    world.noted.length = 0;
    const card = newCard();
    const paid = await payByCard(world, card);
    await refund(paid.paymentCode, "void", null);
    const steps = world.noted.map(({ operation }) => operation);
    expect(steps.filter((step) => step !== "history" && step !== "inquire")).toEqual([
      ...stepsByProtocol[protocol],
      "void",
    ]);
    const { bankOrderId, transactionId } = await world.db.prisma.attempt.findFirstOrThrow({
      where: { paymentId: paid.paymentCode },
    });
    for (const { operation, orderId, outcome, request, response } of world.noted) {
      expect(orderId, operation).toBe(bankOrderId);
      if (operation === "capture" || operation === "void") expect(outcome).toBe("approved");
      expect(request, operation).toContain(named(operation, bankOrderId, transactionId));
      if (operation !== "form" && operation !== "return") expect(response, operation).not.toBeNull();
    }
    const asText = world.noted.map(({ request, response }) => `${request}\n${response}`).join("\n");
    expect(asText).toMatch(/123\.45|12345/);

    // Reads the table's content as a database dump would show it.
    await insertBankMessages(
      world.db,
      world.noted.map((message) => ({ ...message, at: world.clock.now() })),
    );
    const { rows } = await world.db.pool.query<{ row: string }>("select t::text as row from bank_message t");
    expect(rows).toHaveLength(world.noted.length);
    const dump = rows.map(({ row }) => row).join("\n");
    expectClean(dump, card, paid);
    const trace = await getBankTrace(world.ctx, {
      terminalId: testTerminals.ours,
      orderId: bankOrderId,
    });
    expect(trace.messages.map(({ operation }) => operation)).toEqual(steps);
    expect(trace.isSourceIpListed).toBe(protocol === "posnet");
  });

  test("traces a partial credit, whether the bank approves it or not", async () => {
    const card = newCard();
    const paid = await payByCard(world, card);
    world.noted.length = 0;
    await refund(paid.paymentCode, "credit", 100n);
    expect(world.noted.map(({ operation }) => operation)).toContain("credit");
    expectClean(JSON.stringify(world.noted), card, paid);
  });

  /** Expects neither the card, a secret of the shop, the token of the return, nor the 3-D Secure proofs in the text. */
  function expectClean(text: string, { pan, cv2 }: Card, paid: PaidByCard): void {
    const number = pan.reveal();
    for (const needle of [
      number,
      number.slice(0, 9),
      number.slice(-10),
      groupDigits(number),
      groupDigits(number).replaceAll(" ", "-"),
    ])
      expect(text).not.toContain(needle);
    expect(text).not.toContain(Buffer.from(number).toString("base64").slice(0, 18));
    expect(text).not.toMatch(new RegExp(`c(?:v[cv]?2?|vc|ard)\\w*[^\\w]{1,8}${cv2.reveal()}(?!\\d)`, "i"));
    // Longer numbers and random identifiers can contain the same digits.
    expect(text).not.toMatch(/(?<![0-9A-Za-z])(?:11\/?37|37\/?11)(?![0-9A-Za-z])/);
    for (const secret of [paid.token, ...shopSecrets]) expect(text).not.toContain(secret);
    const proofs = /^(md|cavv|eci|xid|hash|sign|mac|.*packet|requestguid|payer.*|responsehash|secure3dhash)$/i;
    for (const [name, value] of paid.fields)
      if (proofs.test(name) && value.length > 5 && !/^[A-Z0-9]{20}$/.test(value))
        expect(text, name).not.toContain(value);
  }
});
