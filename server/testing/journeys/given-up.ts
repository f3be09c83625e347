import { nextDayEnd } from "@/server/domain/business-day";
import { minutes, plusMs } from "@/server/domain/clock";
import { advanceClock } from "@/server/usecases/operations/advance-clock";
import { paid, type TestWorld, unknown } from "../world/world";
import { createPaymentJourney } from "./payment";

/**
 * Ends all inquiries about the payments so far. Otherwise the bank would be asked about each of them again, some every
 * 30 seconds, whenever a later test moves the clock.
 */
export async function endInquiries({ db }: TestWorld): Promise<void> {
  const none = { nextInquiryAt: null, alertAt: null };
  await db.prisma.attempt.updateMany({ data: { ...none, recheckAt: null, looksWanted: 0 } });
  await db.prisma.moneyReturn.updateMany({ data: none });
}

/** Creates the steps and queries for tests about money of given-up payments. */
export function createGivenUpJourney(world: TestWorld) {
  const { db, bank, clock } = world;
  const journey = createPaymentJourney(world);

  /** Creates a payment whose capture was sent at an instant and got no readable answer. */
  const loseCapture = async (instant: Date) => {
    clock.set(instant);
    bank.answer("capture", unknown);
    const payment = await journey.createAtBank();
    await journey.returnWithoutWaiting(payment.token);
    return payment;
  };

  /**
   * Loses a capture that is given up because the bank did not find it twice. After that the bank reports it as paid.
   */
  const giveUpCapture = async (instant: Date) => {
    const payment = await loseCapture(instant);
    bank.answer("inquire", { kind: "not_found" });
    await journey.advance(minutes(2));
    bank.answer("inquire", paid);
    bank.calls.length = 0;
    return payment;
  };

  /** Returns noon in Istanbul of the next bank day, which earlier tests have not reached. */
  const nextNoon = (): Date => plusMs(nextDayEnd(clock.now(), "00:00"), minutes(12 * 60));

  return {
    ...journey,
    loseCapture,
    giveUpCapture,
    nextNoon,
    advanceTo: (until: Date) => advanceClock(world.ctx, { set: until }),
    /** Lists the money returns of a payment; at the same instant the void comes first. */
    listMoneyReturns: (paymentId: string) =>
      db.prisma.moneyReturn.findMany({
        where: { paymentId },
        orderBy: [{ createdAt: "asc" }, { method: "asc" }],
      }),
    /** Lists the kinds of alerts about a subject in alphabetical order. */
    listAlertKinds: async (subject: string) =>
      (await db.prisma.staffAlert.findMany({ where: { subject } })).map(({ kind }) => kind).sort(),
    getReturnedAmount: async (id: string) =>
      (await db.prisma.payment.findUniqueOrThrow({ where: { id } })).returnedAmount,
    listMoneyCalls: () => bank.calls.map(({ kind }) => kind).filter((kind) => kind === "void" || kind === "credit"),
  };
}
