import { nextDayEnd } from "@/server/domain/business-day";
import { minutes, plusMs } from "@/server/domain/clock";
import { advanceClock } from "@/server/usecases/operations/advance-clock";
import { paid, type TestWorld, unknown } from "../world/world";
import { journeyIn } from "./payment";

/** What a test of money of given-up payments begins with, and what it looks at. */
export function givenUpIn(world: TestWorld) {
  const { db, bank, clock } = world;
  const journey = journeyIn(world);

  /** A payment whose capture was sent at an instant and got no readable answer. */
  const lostAt = async (instant: Date) => {
    clock.set(instant);
    bank.answer("capture", unknown);
    const payment = await journey.atTheBank();
    await journey.comeBack(payment.token);
    await world.settled();
    return payment;
  };

  /** The same, given up since the bank did not find it twice; from then on the bank has its money. */
  const givenUpAfter = async (instant: Date) => {
    const payment = await lostAt(instant);
    bank.answer("inquire", { kind: "not_found" });
    await journey.advance(minutes(2));
    bank.answer("inquire", paid);
    bank.asked.length = 0;
    return payment;
  };

  /** A day's noon in Istanbul, on a day that no test before it has reached. */
  const nextNoon = (): Date => plusMs(nextDayEnd(clock.now(), "00:00"), minutes(12 * 60));

  return {
    ...journey,
    lostAt,
    givenUpAfter,
    nextNoon,
    pass: (until: Date) => advanceClock(world.ctx, { set: until }),
    /** Of one instant, the void is the earlier one. */
    returnsOf: (paymentId: string) =>
      db.prisma.moneyReturn.findMany({
        where: { paymentId },
        orderBy: [{ createdAt: "asc" }, { method: "asc" }],
      }),
    /** In the order of the alphabet. */
    kindsOfAlerts: async (subject: string) =>
      (await db.prisma.staffAlert.findMany({ where: { subject } })).map(({ kind }) => kind).sort(),
    returnedOf: async (id: string) =>
      (await db.prisma.payment.findUniqueOrThrow({ where: { id } })).returnedAmount,
    movesAsked: () =>
      bank.asked.map(({ kind }) => kind).filter((kind) => kind === "void" || kind === "credit"),
  };
}
