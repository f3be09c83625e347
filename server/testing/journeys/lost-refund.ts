import { minutes } from "@/server/domain/clock";
import { approved, type TestWorld, unknown } from "../world/world";
import { buildHistory, type RefundJourney } from "./refund";

/** Steps to refunds whose answer is lost, and what tests observe of them. */
export function createLostRefundJourney(world: TestWorld, journey: RefundJourney) {
  /** Starts a refund whose answer is lost; the bank's history is not readable afterwards. */
  const lose = async (method: "void" | "credit" = "void", amountKurus: bigint | null = null) => {
    const paymentCode = await journey.capture();
    world.bank.answer(method, unknown);
    world.bank.answer("history", world.bank.ledger);
    const { refundId } = await journey.refund(paymentCode, { way: method, amountKurus });
    world.bank.answer(method, approved);
    world.bank.answer("history", unknown);
    return { paymentCode, refundId };
  };

  /** Starts such a refund and lets two inquiries find it not done, so that it is declined. */
  const decline = async (method: "void" | "credit" = "void", amountKurus: bigint | null = null) => {
    const refund = await lose(method, amountKurus);
    world.bank.answer("history", buildHistory());
    await journey.advance(minutes(2));
    world.bank.answer("history", unknown);
    const { status } = await journey.getRefund(refund.refundId);
    if (status !== "declined") throw new Error(`The refund is ${status}`);
    return refund;
  };

  return {
    lose,
    decline,
    countHistories: async (paymentCode: string) =>
      (await journey.listBankCalls(paymentCode)).filter(({ kind }) => kind === "history").length,
    countMissingAlerts: (refundId: string) => journey.countAlerts(refundId, "refund_without_record"),
  };
}

export type LostRefundJourney = ReturnType<typeof createLostRefundJourney>;
