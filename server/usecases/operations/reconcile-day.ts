import { type BankDaySpan, bankDay, bankDaySpan } from "@/server/domain/business-day";
import { AppError } from "@/server/domain/errors";
import { decimalText } from "@/server/domain/money";
import { groupStatement, type StatementLine, type StatementOrder } from "@/server/domain/operations/bank-statement";
import { compareOrder, type OrderVerdict } from "@/server/domain/operations/reconciliation";
import { findTerminal } from "@/server/store/accounts/terminals";
import { closeAlerts } from "@/server/store/alerts";
import { type BookedOrderRow, listBookedOrders } from "@/server/store/operations/reconciliation";
import { listPaymentsOfOrders } from "@/server/store/payments/attempts";
import type { Ctx } from "../ctx";
import { askAboutOrder, type OrderAnswer } from "./shared/ask-about-order";
import { alertOutside, type Mended, mendOrder } from "./shared/mend-order";

export interface ReconcileDayInput {
  readonly terminalId: string;
  /** The bank's business day, `YYYY-MM-DD`. */
  readonly day: string;
  /** The bank's statement of the shop; null where there is none. Only it shows orders that the books have lost. */
  readonly statement: readonly StatementLine[] | null;
  /** Only compares. Otherwise what is found is recorded: see `mendOrder`. */
  readonly isDryRun: boolean;
  /** The pause between two orders, ms, so that the bank is not asked too fast. */
  readonly pauseMs: number;
}

/** An order that was compared, and what was done about it. */
export interface Finding {
  readonly verdict: OrderVerdict;
  readonly booked: BookedOrderRow;
  readonly answer: OrderAnswer;
  readonly mended: Mended;
}

export interface Reconciliation {
  readonly span: BankDaySpan;
  /** The captured payments on which bank and books agree. Amounts in kuruş. */
  readonly agreeing: { readonly count: number; readonly takenKurus: bigint; readonly backKurus: bigint };
  /** How many orders took no money, here and at the bank. */
  readonly withoutMoney: number;
  /** How many orders were not judged, because their money moved within the last two minutes. */
  readonly recent: number;
  /** The orders about which bank and books do not agree. */
  readonly findings: readonly Finding[];
  readonly lostOrders: readonly StatementOrder[];
  readonly returnedOrders: readonly StatementOrder[];
  readonly ofOtherTerminals: number;
}

/** The orders of the statement that are none of the terminal's in the books. */
type UnknownOrders = Pick<Reconciliation, "lostOrders" | "returnedOrders" | "ofOtherTerminals">;

/**
 * Compares the books of a terminal with its bank for one business day (D-380), after the restore of a backup above all.
 * The bank is asked about every order of the day; it is never sent a call that moves money. Throws not_found for an
 * unknown terminal, and validation_error for a day that is none or has not begun.
 */
export async function reconcileDay(ctx: Ctx, input: ReconcileDayInput): Promise<Reconciliation> {
  const { terminalId, statement, isDryRun, pauseMs } = input;
  const terminal = await findTerminal(ctx.db, terminalId);
  if (!terminal) throw new AppError("not_found", `There is no terminal ${terminalId}`);
  const span = readDay(input.day, terminal.dayEndLocal, ctx.clock.now());
  const stated = groupStatement(statement ?? []);
  const orderIds = stated.map(({ orderId }) => orderId);
  const orders = await listBookedOrders(ctx.db, terminalId, span, orderIds);
  const compared: Finding[] = [];
  for (const [n, booked] of orders.entries()) {
    if (n > 0) await ctx.realTime.sleep(pauseMs);
    const answer = await askAboutOrder(ctx, booked.attemptId);
    const verdict = compareOrder(booked, answer.atBank, ctx.clock.now());
    compared.push({
      verdict,
      booked,
      answer,
      mended: isDryRun ? "none" : await mendOrder(ctx, { verdict, booked, answer }),
    });
    if ((n + 1) % 100 === 0) ctx.log.info({ terminalId, asked: n + 1, of: orders.length }, "Comparing with the bank");
  }
  const known = new Set(orders.map(({ orderId }) => orderId));
  const unknown = await judgeUnknownOrders(
    ctx,
    stated.filter(({ orderId }) => !known.has(orderId)),
  );
  if (!isDryRun) await recordOrdersOutside(ctx, compared, unknown);
  return { span, ...sumUp(compared), ...unknown };
}

function readDay(day: string, dayEndLocal: string, now: Date): BankDaySpan {
  const span = /^\d{4}-\d\d-\d\d$/.test(day) ? bankDaySpan(day, dayEndLocal) : null;
  const isDay = span !== null && !Number.isNaN(span.from.getTime()) && bankDay(span.from, dayEndLocal) === day;
  if (!isDay) throw new AppError("validation_error", `${day} is not a day in the form 2026-11-20`);
  if (span.from > now) throw new AppError("validation_error", `The bank's day ${day} has not begun`);
  return span;
}

function sumUp(
  compared: readonly Finding[],
): Pick<Reconciliation, "agreeing" | "withoutMoney" | "recent" | "findings"> {
  const having = (verdict: OrderVerdict) => compared.filter((one) => one.verdict === verdict);
  const agreeing = having("agrees").map(({ booked }) => booked);
  return {
    agreeing: {
      count: agreeing.length,
      takenKurus: agreeing.reduce((sum, { amountKurus }) => sum + amountKurus, 0n),
      backKurus: agreeing.reduce((sum, { backKurus }) => sum + backKurus, 0n),
    },
    withoutMoney: having("no_money").length,
    recent: having("recent").length,
    findings: compared.filter(({ verdict }) => !undisputed.has(verdict)),
  };
}

const undisputed: ReadonlySet<OrderVerdict> = new Set(["agrees", "no_money", "recent"]);

/** Tells orders that the books have lost from those of other terminals of the shop, which have reports of their own. */
async function judgeUnknownOrders(ctx: Ctx, unknown: readonly StatementOrder[]): Promise<UnknownOrders> {
  const ofOthers = await listPaymentsOfOrders(
    ctx.db,
    unknown.map(({ orderId }) => orderId),
  );
  const elsewhere = new Set(ofOthers.map(({ bankOrderId }) => bankOrderId));
  const gone = unknown.filter(({ orderId }) => !elsewhere.has(orderId));
  return {
    lostOrders: gone.filter(({ takenKurus, backKurus }) => takenKurus > backKurus),
    returnedOrders: gone.filter(({ takenKurus, backKurus }) => takenKurus <= backKurus),
    ofOtherTerminals: elsewhere.size,
  };
}

/** Alerts staff to each order that the books have lost, and closes the alerts about those whose money went back. */
async function recordOrdersOutside(
  ctx: Ctx,
  compared: readonly Finding[],
  { lostOrders, returnedOrders }: UnknownOrders,
): Promise<void> {
  for (const { orderId, takenKurus, backKurus, at } of lostOrders) {
    const held = decimalText(takenKurus - backKurus);
    const detail = `Order ${orderId}: the books do not have it, and the bank holds ${held} TRY of it since ${at.toISOString()}`;
    await alertOutside(ctx, { orderId, detail });
  }
  const withoutMoney = compared.filter(({ verdict }) => verdict === "no_money").map(({ booked }) => booked);
  const subjects = [...returnedOrders, ...withoutMoney].map(({ orderId }) => orderId);
  await closeAlerts(ctx.db.prisma, { kinds: ["order_outside_books"], subjects }, ctx.clock.now());
}
