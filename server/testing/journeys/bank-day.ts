import type { DayRecord } from "@/server/domain/bank-days/read-day-file";
import { istanbulDate } from "@/server/domain/business-day";
import { days, plusMs } from "@/server/domain/clock";
import { decimalText } from "@/server/domain/money";
import { compareBankDay } from "@/server/usecases/bank-days/compare-bank-day";
import { type ImportBankDayInput, importBankDay } from "@/server/usecases/bank-days/import-bank-day";
import { listDifferencesOfDay } from "@/server/usecases/bank-days/queries";
import type { TestWorld } from "../world/world";
import { createRefundJourney } from "./refund";

/** A line of a file in the layout `statement`. */
export type FileLine = Readonly<
  Record<"kind" | "orderId" | "amount" | "time" | "commission" | "authCode" | "rrn", string>
>;

/** Creates the steps of a bank's day-end file for tests: money moves, the day ends, and its file is compared. */
export function createBankDayJourney(world: TestWorld) {
  const { ctx, db, clock } = world;
  const journey = createRefundJourney(world);
  const today = () => istanbulDate(clock.now());

  const importFile = (day: string, lines: readonly FileLine[], changes: Partial<ImportBankDayInput> = {}) =>
    importBankDay(ctx, {
      formatId: "statement",
      scope: { of: "all", name: "" },
      day,
      fileName: "day.csv",
      records: lines.map((cells, n): DayRecord => ({ line: n + 2, cells })),
      importedBy: "operator",
      ...changes,
    });

  const listDifferences = async (bankDayId: string) =>
    (await listDifferencesOfDay(ctx, { bankDayId, countMax: 1_000 })).differences;

  return {
    ...journey,
    today,
    importFile,
    listDifferences,
    compareAgain: (bankDayId: string) => compareBankDay(ctx, { bankDayId }),
    /** Moves the clock to the next day, and returns the day that has ended. */
    endDay(): string {
      const day = today();
      clock.set(plusMs(clock.now(), days(1)));
      return day;
    },
    /** Imports a file and returns its differences, each as its kind with its order. */
    async importAndList(day: string, lines: readonly FileLine[]): Promise<string[]> {
      const done = await importFile(day, lines);
      if (done.kind !== "imported") throw new Error(`The file is ${done.kind}`);
      return (await listDifferences(done.bankDayId))
        .filter(({ closedAt }) => closedAt === null)
        .map(({ kind, lineKind, orderId }) => `${kind} ${lineKind} ${orderId}`)
        .sort();
    },
    /** Returns the order of a payment. */
    async orderOf(paymentCode: string): Promise<string> {
      const attempt = await db.prisma.attempt.findFirstOrThrow({
        where: { paymentId: paymentCode, status: "captured" },
      });
      return attempt.bankOrderId;
    },
    /** Writes the lines that the bank's file has about a payment: its sale, and each of its approved refunds. */
    async linesOf(paymentCode: string): Promise<FileLine[]> {
      const payment = await db.prisma.payment.findUniqueOrThrow({ where: { id: paymentCode } });
      const attempts = await db.prisma.attempt.findMany({
        where: { paymentId: paymentCode, status: "captured" },
        include: { refunds: { where: { status: "approved" }, orderBy: { createdAt: "asc" } } },
      });
      const kept = payment.commissionAmount ?? 0n;
      return attempts.flatMap(({ bankOrderId: orderId, refunds, authCode, rrn }) => {
        const sale = { kurus: payment.amount, kept, at: payment.capturedAt, authCode, rrn };
        const back = refunds.map(({ method: kind, amount, doneAt, ...one }) =>
          writeLine({ ...one, kind, orderId, kurus: amount, kept: kind === "void" ? -kept : 0n, at: doneAt }),
        );
        return [writeLine({ kind: "sale", orderId, ...sale }), ...back];
      });
    },
  };
}

interface Written {
  readonly kind: string;
  readonly orderId: string;
  readonly kurus: bigint;
  readonly kept: bigint;
  readonly at: Date | null;
  readonly authCode: string | null;
  readonly rrn: string | null;
}

const writeLine = ({ kind, orderId, kurus, kept, at, authCode, rrn }: Written): FileLine => ({
  kind,
  orderId,
  amount: decimalText(kurus),
  time: at?.toISOString() ?? "",
  commission: kept < 0n ? `-${decimalText(-kept)}` : decimalText(kept),
  authCode: authCode ?? "",
  rrn: rrn ?? "",
});
