import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BankAccount, OperationKind, Outcome, Protocol } from "@/server/banks/bank";
import { days } from "@/server/domain/clock";
import { createBuyer } from "@/server/testing/journeys/bank-buyer";
import { type BankWorld, bankProtocols, openBankWorld } from "@/server/testing/journeys/bank-world";
import { longWaits } from "@/server/testing/journeys/refund";
import type { Ctx } from "../ctx";
import { toPlacedOrder } from "./shared/bank-connection";

// Tests that the connectors read the time of the bank's operations to the second, as in the bank's ledger (D-74).
describe.each(Object.keys(bankProtocols) as Protocol[])("%s", (protocol) => {
  let world: BankWorld;
  beforeAll(async () => {
    world = await openBankWorld({ protocol, ...longWaits });
  });
  afterAll(() => world.close());

  /** Returns a context that records the bank's answers. */
  function listening() {
    const heard: { kind: OperationKind; outcome: Outcome; account: BankAccount }[] = [];
    const ctx: Ctx = {
      ...world.ctx,
      banks: {
        ...world.ctx.banks,
        async call(wire, operation, account, options) {
          const outcome = await world.ctx.banks.call(wire, operation, account, options);
          heard.push({ kind: operation.kind, outcome, account });
          return outcome;
        },
      },
    };
    return { ctx, heard };
  }

  const ledgerTimes = async (orderId: string, kind: "sale" | "void" | "credit"): Promise<string[]> => {
    const { rows } = await world.db.pool.query<{ at: Date }>(
      "select at from simulator.bank_transaction where order_id = $1 and kind = $2 order by id",
      [orderId, kind],
    );
    return rows.map(({ at }) => wholeSecond(at));
  };
  const wholeSecond = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`;
  /** Returns the times of an outcome; for a history, of its records of one kind. */
  const toTimes = (outcome: Outcome, kind = "sale"): (string | null)[] => {
    const named =
      outcome.kind === "history"
        ? outcome.records.filter((record) => record.kind === kind).map(({ at }) => at)
        : ["at" in outcome ? outcome.at : undefined];
    return named.map((at) => (at ? wholeSecond(at) : null));
  };

  async function captured() {
    const { ctx, heard } = listening();
    const buyer = createBuyer({ ...world, ctx });
    const paymentCode = await buyer.buy();
    const attempt = await world.db.prisma.attempt.findFirstOrThrow({ where: { paymentId: paymentCode } });
    const account = heard.at(-1)?.account;
    if (account === undefined) throw new Error("The bank was asked nothing");
    const ask = (kind: "inquire" | "history") => ctx.banks.call(protocol, { kind, ...toPlacedOrder(attempt) }, account);
    const last = (kind: OperationKind) => heard.findLast((one) => one.kind === kind)?.outcome;
    return { buyer, paymentCode, orderId: attempt.bankOrderId, ask, last };
  }

  test("reads the ledger's time of a capture in the last second of the day, from the answer or the inquiry", async () => {
    world.clock.set(new Date("2026-11-23T20:59:59.618Z"));
    const { orderId, ask, last } = await captured();
    const [sale] = await ledgerTimes(orderId, "sale");
    expect(sale).toBe("2026-11-23T20:59:59Z");
    const answer = last("capture");
    const times = [...(answer ? toTimes(answer) : []), ...toTimes(await ask("inquire"))];
    expect(times).toContain(sale);
    expect(times.filter((time) => time !== null && time !== sale)).toEqual([]);
    // Garanti's history has only days.
    expect(toTimes(await ask("history"))).toEqual([protocol === "garanti" ? null : sale]);
  });

  test.each(["void", "credit"] as const)(
    "reads the ledger's time of a %s, from its answer or the history",
    async (way) => {
      world.clock.set(new Date("2026-11-24T09:00:00.000Z"));
      const { buyer, paymentCode, orderId, ask, last } = await captured();
      if (way === "credit") await buyer.advance(days(1));
      world.clock.advanceMs(61_234);
      const amountKurus = way === "credit" ? 100n : null;
      expect(await buyer.refund(paymentCode, { way, amountKurus })).toBe(`${way} approved`);
      const [done] = await ledgerTimes(orderId, way);
      const answer = last(way);
      const times = [...(answer ? toTimes(answer) : []), ...toTimes(await ask("history"), way)];
      expect(times).toContain(done);
      expect(times.filter((time) => time !== null && time !== done)).toEqual([]);
    },
  );
});
