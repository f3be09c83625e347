import { randomBytes } from "node:crypto";
import type { HistoryRecord, Operation, Outcome } from "@/server/banks/bank";
import { istanbulDayStart, nextDayEnd } from "@/server/domain/business-day";
import { days, hours, plusMs } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import type { Ctx } from "@/server/usecases/ctx";
import { advanceClock } from "@/server/usecases/operations/advance-clock";
import type { CreatePaymentInput } from "@/server/usecases/payments/create-payment";
import { getRefund } from "@/server/usecases/refunds/queries";
import { type StartRefundInput, startRefund } from "@/server/usecases/refunds/start-refund";
import type { TestWorld } from "../world/world";
import { createPaymentJourney } from "./payment";

/** The default amount of a captured payment in kuruş. */
const capturedKurus = 40_000n;

/** Settings of a world that waits long enough (in ms) for the bank's immediate answers on a busy machine. */
export const longWaits = { captureWaitMs: 15_000, refundWaitMs: 15_000 } as const;

type Request = Partial<Omit<StartRefundInput, "paymentCode">> & { readonly ctx?: Ctx };

/** Creates the steps of a refund for tests, from a captured payment to the final outcome. */
export function createRefundJourney(world: TestWorld) {
  const { db, clock } = world;
  const journey = createPaymentJourney(world);
  const { partnerId } = world.caller;

  /** Creates a captured payment and returns its code. */
  const capture = async (changes: Partial<CreatePaymentInput> = {}): Promise<string> => {
    const { token, paymentCode } = await journey.createAtBank(changes);
    await journey.returnFromBank(token);
    return paymentCode;
  };

  const refund = (paymentCode: string, { ctx = world.ctx, ...request }: Request = {}) =>
    startRefund(ctx, {
      caller: world.caller,
      paymentCode,
      partnerRefundCode: newRefundCode(),
      way: "automatic",
      amountKurus: null,
      ...request,
    });

  /** Refunds and returns the method and the status, or the code of the refusal. */
  const tryRefund = (paymentCode: string, request: Request = {}): Promise<string> =>
    refund(paymentCode, request).then(
      ({ method, status }) => `${method} ${status}`,
      (error: unknown) => (error instanceof AppError ? error.code : Promise.reject(error)),
    );

  /** Advances to the first instant of the next bank day and runs the due work. */
  const advanceToDayEnd = () => advanceClock(world.ctx, { set: nextDayEnd(clock.now(), "00:00") });

  /** Lists the bank calls about a payment in their order. */
  const listBankCalls = async (paymentId: string): Promise<Operation[]> => {
    const attempts = await db.prisma.attempt.findMany({ where: { paymentId } });
    const orders = new Set(attempts.map(({ bankOrderId }) => bankOrderId));
    return world.bank.calls.filter((operation) => "orderId" in operation && orders.has(operation.orderId));
  };

  return {
    ...journey,
    capture,
    refund,
    tryRefund,
    advanceToDayEnd,
    /** Advances to noon in Istanbul of the next day, so that several hours of that day remain. */
    advanceToNoon: () => advanceClock(world.ctx, { set: plusMs(istanbulDayStart(clock.now()), days(1) + hours(12)) }),
    /** Creates a captured payment whose bank day has ended, so that it can be credited in part. */
    captureYesterday: async (changes: Partial<CreatePaymentInput> = {}): Promise<string> => {
      const paymentCode = await capture(changes);
      await advanceToDayEnd();
      return paymentCode;
    },
    listBankCalls,
    /** Lists the voids and credits among the bank calls. */
    listMoneyCalls: async (paymentId: string): Promise<Operation[]> =>
      (await listBankCalls(paymentId)).filter(({ kind }) => kind === "void" || kind === "credit"),
    /** Returns the result of the refund query. */
    getRefund: (refundId: string) => getRefund(world.ctx, { partnerId, refundId }),
    getRefundRow: (id: string) => db.prisma.refund.findUniqueOrThrow({ where: { id } }),
    listRefunds: (paymentId: string) => db.prisma.refund.findMany({ where: { paymentId } }),
    listSettlements: (paymentId: string) =>
      db.prisma.settlement.findMany({ where: { paymentId }, orderBy: { createdAt: "asc" } }),
  };
}

export type RefundJourney = ReturnType<typeof createRefundJourney>;

export const newRefundCode = (): string => `refund-${randomBytes(6).toString("hex")}`;

/**
 * Builds a bank's history of a captured order, with a void of the whole or with credits of the given amounts in kuruş.
 */
export function buildHistory({
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

/** Creates another process on the same database, which does not know the open bank calls of the first one. */
export const createOtherProcess = ({ ctx }: TestWorld): Ctx => ({ ...ctx, openMoneyCalls: new Map() });
