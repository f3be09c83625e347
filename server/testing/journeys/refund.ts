import { randomBytes } from "node:crypto";
import type { HistoryRecord, Operation, Outcome } from "@/server/banks/bank";
import { istanbulDayStart, nextDayEnd } from "@/server/domain/business-day";
import { days, hours, plusMs } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import type { Ctx } from "@/server/usecases/ctx";
import { advanceClock } from "@/server/usecases/operations/advance-clock";
import type { CreatePaymentInput } from "@/server/usecases/payments/create-payment";
import { getRefund } from "@/server/usecases/refunds/get-refund";
import { type StartRefundInput, startRefund } from "@/server/usecases/refunds/start-refund";
import type { TestWorld } from "../world/world";
import { journeyIn } from "./payment";

/** What a captured payment of a test is: its amount is 40,000 kuruş unless the test says another. */
export const capturedKurus = 40_000n;

/** Settings of a world in which answers that the bank gives at once are waited for, however busy the machine is. ms */
export const patient = { captureWaitMs: 15_000, refundWaitMs: 15_000 } as const;

type Request = Partial<Omit<StartRefundInput, "paymentCode">> & { readonly ctx?: Ctx };

/** The steps of a refund as a test takes them, from a captured payment to the bank's last word. */
export function refundJourneyIn(world: TestWorld) {
  const { db, clock } = world;
  const journey = journeyIn(world);
  const { partnerId } = world.caller;

  /** The code of a payment that was captured now. */
  const captured = async (changes: Partial<CreatePaymentInput> = {}): Promise<string> => {
    const { token, paymentCode } = await journey.atTheBank(changes);
    await journey.comeBack(token);
    return paymentCode;
  };

  const refund = (paymentCode: string, { ctx = world.ctx, ...request }: Request = {}) =>
    startRefund(ctx, {
      partnerId,
      paymentCode,
      partnerRefundCode: newCode(),
      way: "automatic",
      amountKurus: null,
      ...request,
    });

  /** The code of what refused it, or how it was begun. */
  const asked = (paymentCode: string, request: Request = {}): Promise<string> =>
    refund(paymentCode, request).then(
      ({ method, status }) => `${method} ${status}`,
      (error: unknown) => (error instanceof AppError ? error.code : Promise.reject(error)),
    );

  /** Passes to the first instant of the next bank day, doing what falls due. */
  const toDayEnd = () => advanceClock(world.ctx, { set: nextDayEnd(clock.now(), "00:00") });

  /** What the bank was asked about a payment, in order. */
  const callsOf = async (paymentId: string): Promise<Operation[]> => {
    const attempts = await db.prisma.attempt.findMany({ where: { paymentId } });
    const orders = new Set(attempts.map(({ bankOrderId }) => bankOrderId));
    return world.bank.asked.filter((operation) => "orderId" in operation && orders.has(operation.orderId));
  };

  return {
    ...journey,
    captured,
    refund,
    asked,
    toDayEnd,
    /** Passes to noon in Istanbul of the next day, so that hours of the same day lie ahead. */
    toNoon: () =>
      advanceClock(world.ctx, { set: plusMs(istanbulDayStart(clock.now()), days(1) + hours(12)) }),
    /** A captured payment whose bank day is over, so that it may be credited in part. */
    capturedYesterday: async (changes: Partial<CreatePaymentInput> = {}): Promise<string> => {
      const paymentCode = await captured(changes);
      await toDayEnd();
      return paymentCode;
    },
    callsOf,
    /** The voids and credits among them. */
    sentFor: async (paymentId: string): Promise<Operation[]> =>
      (await callsOf(paymentId)).filter(({ kind }) => kind === "void" || kind === "credit"),
    /** A refund as its query shows it. */
    refundRecord: (refundId: string) => getRefund(world.ctx, { partnerId, refundId }),
    refundRow: (id: string) => db.prisma.refund.findUniqueOrThrow({ where: { id } }),
    refundsOf: (paymentId: string) => db.prisma.refund.findMany({ where: { paymentId } }),
    settlementsOf: (paymentId: string) =>
      db.prisma.settlement.findMany({ where: { paymentId }, orderBy: { createdAt: "asc" } }),
  };
}

export type RefundJourney = ReturnType<typeof refundJourneyIn>;

export const newCode = (): string => `refund-${randomBytes(6).toString("hex")}`;

/** A bank's history of an order that was captured: with a void of the whole, or with these credits. Kuruş. */
export function historyOf({
  amountKurus = capturedKurus,
  isVoided = false,
  credits = [],
}: {
  readonly amountKurus?: bigint;
  readonly isVoided?: boolean;
  readonly credits?: readonly bigint[];
} = {}): Outcome {
  const line = (kind: HistoryRecord["kind"], kurus: bigint): HistoryRecord => ({
    kind,
    approved: true,
    amountKurus: kurus,
  });
  return {
    kind: "history",
    records: [
      line("sale", amountKurus),
      ...(isVoided ? [line("void", amountKurus)] : []),
      ...credits.map((kurus) => line("credit", kurus)),
    ],
  };
}

/** Another process on the same database: it knows nothing of the calls that are open in the first. */
export const otherProcess = ({ ctx }: TestWorld): Ctx => ({ ...ctx, openMoneyCalls: new Map() });
