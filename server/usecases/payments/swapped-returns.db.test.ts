import { describe, expect, test } from "vitest";
import type { Protocol, ReturnFields } from "@/server/banks/bank";
import { minutes } from "@/server/domain/clock";
import { type Buyer, createBuyer } from "@/server/testing/journeys/bank-buyer";
import { expectBankEqualsBooks } from "@/server/testing/journeys/bank-rules";
import { type BankWorld, openBankWorld } from "@/server/testing/journeys/bank-world";
import { readResult } from "@/server/testing/journeys/payment";
import { longWaits } from "@/server/testing/journeys/refund";

// A buyer with two payments at the same shop puts the proofs of the cheap one into the return of the expensive one and
// changes nothing else. What no hash of the bank covers has to be confirmed by the bank itself.

async function at(protocol: Protocol, attack: (world: BankWorld, buyer: Buyer) => Promise<void>) {
  const world = await openBankWorld({ protocol, ...longWaits });
  try {
    const buyer = createBuyer(world);
    await attack(world, buyer);
    await buyer.advance(minutes(45));
    await expectBankEqualsBooks(world);
  } finally {
    await world.close();
  }
}

/** Returns the fields of one return, with the named fields taken from another return. */
const withTheirs = (own: ReturnFields, theirs: ReturnFields, names: readonly string[]): ReturnFields =>
  own.map(([name, value]) => [
    name,
    names.includes(name) ? (theirs.find(([other]) => other === name)?.[1] ?? "") : value,
  ]);

describe("when the return of an expensive payment carries the proofs of a cheap one", () => {
  test("posnet: 400, because the bank says whose packets they are; both payments still capture their own amount", () =>
    at("posnet", async (world, buyer) => {
      const cheap = await buyer.authenticateAtBank({ amountKurus: 100n });
      const dear = await buyer.authenticateAtBank({ amountKurus: 40_000n });
      const forged = withTheirs(dear.fields, cheap.fields, ["MerchantPacket", "BankPacket", "Sign"]);
      expect(await buyer.returnWith(dear, forged)).toEqual({ kind: "refused" });
      const refusal = expect.objectContaining({ security: "bank_callback_refused" });
      expect(world.warnings).toContainEqual(refusal);
      for (const half of [["BankPacket"], ["MerchantPacket"], ["Sign"], ["BankPacket", "Sign"]]) {
        const mixed = withTheirs(dear.fields, cheap.fields, half);
        expect(await buyer.returnWith(dear, mixed), half.join()).toEqual({ kind: "refused" });
      }
      expect(await buyer.getPayment(dear.paymentCode)).toMatchObject({ status: "initiated" });
      expect(readResult(await cheap.returnFromBank())).toBe("success");
      expect(readResult(await dear.returnFromBank())).toBe("success");
    }));

  test("payfor: captures nothing, because the bank charges no order by another order's guid", () =>
    at("payfor", async (world, buyer) => {
      const cheap = await buyer.authenticateAtBank({ amountKurus: 100n });
      const dear = await buyer.authenticateAtBank({ amountKurus: 40_000n });
      await buyer.returnWith(dear, withTheirs(dear.fields, cheap.fields, ["RequestGuid"]));
      await world.settled();
      await buyer.advance(minutes(45));
      expect((await buyer.getPayment(dear.paymentCode)).status).toMatch(/^(failed|expired)$/);
      expect(await world.db.prisma.payment.count({ where: { status: "captured" } })).toBe(0);
    }));

  test("garanti: 400 for every exchanged set of fields, because the bank signs the order id and its proofs", () =>
    at("garanti", async (_world, buyer) => {
      const cheap = await buyer.authenticateAtBank({ amountKurus: 100n });
      const dear = await buyer.authenticateAtBank({ amountKurus: 40_000n });
      const signed = "clientid oid authcode procreturncode response mdstatus cavv eci md rnd hash".split(" ");
      for (const names of [signed, signed.filter((name) => name !== "oid"), ["md", "cavv", "eci", "xid"]]) {
        const forged = withTheirs(dear.fields, cheap.fields, names);
        expect(await buyer.returnWith(dear, forged)).toEqual({ kind: "refused" });
      }
      expect(readResult(await dear.returnFromBank())).toBe("success");
    }));

  test("nestpay: 400 for every exchanged set of fields", () =>
    at("nestpay", async (_world, buyer) => {
      const cheap = await buyer.authenticateAtBank({ amountKurus: 100n });
      const dear = await buyer.authenticateAtBank({ amountKurus: 40_000n });
      for (const names of [["md"], ["md", "xid", "eci", "cavv", "HASH"]]) {
        const forged = withTheirs(dear.fields, cheap.fields, names);
        expect(await buyer.returnWith(dear, forged)).toEqual({ kind: "refused" });
      }
      expect(readResult(await dear.returnFromBank())).toBe("success");
    }));
});
