import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Protocol } from "@/server/banks/bank";
import { days } from "@/server/domain/clock";
import { createBuyer } from "@/server/testing/journeys/bank-buyer";
import { expectBankEqualsBooks } from "@/server/testing/journeys/bank-rules";
import { type BankWorld, openBankWorld } from "@/server/testing/journeys/bank-world";
import { readResult } from "@/server/testing/journeys/payment";
import { longWaits } from "@/server/testing/journeys/refund";
import { testTerminals } from "@/server/testing/world/world";
import { exchangeBankConnection } from "./exchange-bank-connection";
import { getBankTrace } from "./queries";

/** The bank after the exchange. It speaks another protocol, so it would not understand a message for the first bank. */
const nextBank = {
  nestpay: "garanti",
  garanti: "isbank",
  posnet: "isbank",
  payfor: "garanti",
} as const satisfies Record<Protocol, string>;

describe.each(["nestpay", "garanti", "posnet", "payfor"] as const)("over the wire, from %s", (protocol) => {
  let world: BankWorld;
  let buyer: ReturnType<typeof createBuyer>;
  beforeAll(async () => {
    world = await openBankWorld({ protocol, ...longWaits });
    buyer = createBuyer(world);
  });
  afterAll(() => world.close());

  test("captures, voids and credits an earlier payment at its own bank and the next one at the new bank", async () => {
    const away = await buyer.authenticateAtBank();
    const kept = await buyer.buy();
    const bank = nextBank[protocol];
    const account = world.otherAgreement(bank);
    const terminalId = testTerminals.ours;
    await exchangeBankConnection(world.ctx, { terminalId, bank, account });

    expect(readResult(await away.returnFromBank())).toBe("success");
    expect(await buyer.refund(away.paymentCode)).toBe("void approved");
    const next = await buyer.buy();
    await buyer.advance(days(1));
    expect(await buyer.refund(kept, { amountKurus: 10_000n })).toBe("credit approved");
    expect(await buyer.refund(next, { amountKurus: 10_000n })).toBe("credit approved");
    await expectBankEqualsBooks(world, [away.paymentCode, kept, next]);

    const { rows } = await world.db.pool.query(
      "select a.payment_id as id, b.protocol from attempt a join simulator.bank_order b on b.order_id = a.bank_order_id",
    );
    const protocols = Object.fromEntries(rows.map((row) => [row.id, row.protocol]));
    const after = world.ctx.banks.getBrand(bank).protocol;
    expect(protocols).toEqual({ [away.paymentCode]: protocol, [kept]: protocol, [next]: after });
  });

  test("names the bank of the order in the order's message trace", async () => {
    const attempt = await world.db.prisma.attempt.findFirstOrThrow({
      where: { connection: { replacedAt: { not: null } } },
      include: { connection: true },
    });
    const { name } = world.ctx.banks.getBrand(attempt.connection.bank);
    const terminalId = testTerminals.ours;
    const ofOrder = await getBankTrace(world.ctx, { terminalId, orderId: attempt.bankOrderId });
    expect(ofOrder.bank).toBe(name);
    const ofAll = await getBankTrace(world.ctx, { terminalId, orderId: null });
    expect(ofAll.bank).toBe(world.ctx.banks.getBrand(nextBank[protocol]).name);
  });
});
