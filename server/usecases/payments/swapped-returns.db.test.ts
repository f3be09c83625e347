import { describe, expect, test } from "vitest";
import type { Protocol, ReturnFields } from "@/server/banks/bank";
import { minutes } from "@/server/domain/clock";
import { type Buyer, buyerIn } from "@/server/testing/journeys/bank-buyer";
import { expectBankEqualsBooks } from "@/server/testing/journeys/bank-rules";
import { type BankWorld, openBankWorld } from "@/server/testing/journeys/bank-world";
import { resultIn } from "@/server/testing/journeys/payment";
import { patient } from "@/server/testing/journeys/refund";

// A buyer with two payments at the same shop puts what proves the cheap one into the return of the dear one, and leaves all
// else as it is. What no hash of the bank's covers has to be told by the bank itself.

async function at(protocol: Protocol, attack: (world: BankWorld, buyer: Buyer) => Promise<void>) {
  const world = await openBankWorld({ protocol, ...patient });
  try {
    const buyer = buyerIn(world);
    await attack(world, buyer);
    await buyer.advance(minutes(45));
    await expectBankEqualsBooks(world);
  } finally {
    await world.close();
  }
}

/** The fields of one return with some of another's. */
const withTheirs = (own: ReturnFields, theirs: ReturnFields, names: readonly string[]): ReturnFields =>
  own.map(([name, value]) => [
    name,
    names.includes(name) ? (theirs.find(([other]) => other === name)?.[1] ?? "") : value,
  ]);

describe("the proofs of a cheap payment in the return of a dear one", () => {
  test("posnet: 400, since the bank says whose packets they are; both still pay what they are", () =>
    at("posnet", async (world, buyer) => {
      const cheap = await buyer.visit({ amountKurus: 100n });
      const dear = await buyer.visit({ amountKurus: 40_000n });
      const forged = withTheirs(dear.fields, cheap.fields, ["MerchantPacket", "BankPacket", "Sign"]);
      expect(await buyer.comeBackWith(dear, forged)).toEqual({ kind: "refused" });
      const refusal = expect.objectContaining({ security: "bank_callback_refused" });
      expect(world.warnings).toContainEqual(refusal);
      for (const half of [["BankPacket"], ["MerchantPacket"], ["Sign"], ["BankPacket", "Sign"]]) {
        const mixed = withTheirs(dear.fields, cheap.fields, half);
        expect(await buyer.comeBackWith(dear, mixed), half.join()).toEqual({ kind: "refused" });
      }
      expect(await buyer.look(dear.paymentCode)).toMatchObject({ status: "initiated" });
      expect(resultIn(await cheap.comeBack())).toBe("success");
      expect(resultIn(await dear.comeBack())).toBe("success");
    }));

  test("payfor: the bank charges no order by another's guid, and nothing is captured", () =>
    at("payfor", async (world, buyer) => {
      const cheap = await buyer.visit({ amountKurus: 100n });
      const dear = await buyer.visit({ amountKurus: 40_000n });
      await buyer.comeBackWith(dear, withTheirs(dear.fields, cheap.fields, ["RequestGuid"]));
      await world.settled();
      await buyer.advance(minutes(45));
      expect((await buyer.look(dear.paymentCode)).status).toMatch(/^(failed|expired)$/);
      expect(await world.db.prisma.payment.count({ where: { status: "captured" } })).toBe(0);
    }));

  test("garanti: 400 for the order that is signed; the amount beside it is not looked at alone", () =>
    at("garanti", async (_world, buyer) => {
      const cheap = await buyer.visit({ amountKurus: 100n });
      const dear = await buyer.visit({ amountKurus: 40_000n });
      const signed = "clientid oid authcode procreturncode response mdstatus cavv eci md rnd hash".split(" ");
      for (const names of [signed, signed.filter((name) => name !== "oid"), ["md", "cavv", "eci", "xid"]]) {
        const forged = withTheirs(dear.fields, cheap.fields, names);
        expect(await buyer.comeBackWith(dear, forged)).toEqual({ kind: "refused" });
      }
      expect(resultIn(await dear.comeBack())).toBe("success");
    }));

  test("nestpay: 400 whichever are exchanged", () =>
    at("nestpay", async (_world, buyer) => {
      const cheap = await buyer.visit({ amountKurus: 100n });
      const dear = await buyer.visit({ amountKurus: 40_000n });
      for (const names of [["md"], ["md", "xid", "eci", "cavv", "HASH"]]) {
        const forged = withTheirs(dear.fields, cheap.fields, names);
        expect(await buyer.comeBackWith(dear, forged)).toEqual({ kind: "refused" });
      }
      expect(resultIn(await dear.comeBack())).toBe("success");
    }));
});
