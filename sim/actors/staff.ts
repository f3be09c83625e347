import { bankDay } from "@/server/domain/business-day";
import { AppError } from "@/server/domain/errors";
import type { InquirableKind } from "@/server/domain/payments/open-question";
import { settleCaptureManually } from "@/server/usecases/captures/settle-capture-manually";
import type { Ctx } from "@/server/usecases/ctx";
import { inquireNow } from "@/server/usecases/operations/inquire-now";
import { reconcileDay } from "@/server/usecases/operations/reconcile-day";
import { settleRefundManually } from "@/server/usecases/refunds/settle-refund-manually";
import type { SimTerminal } from "../world/accounts";
import type { Person } from "./person";

/** Staff look at what is unknown now and then, and have the bank asked, perhaps while others decide it by hand. */
export async function inquireOften(person: Person): Promise<void> {
  const rounds = person.draws.between(1, 4);
  for (let round = 1; round <= rounds; round += 1) {
    await person.pause(5_000, 900_000);
    const settled = person.draws.chance(0.3) ? settleSeen(person.besides(`decider${round}`), 0) : null;
    await inquire(person);
    await settled;
  }
}

async function inquire(person: Person): Promise<void> {
  const open = await person.act("looks at what is unknown", () => listUnknown(person));
  for (const { kind, id } of open) {
    await person.call(`has the bank asked about ${kind}`, (ctx) => refusalOr(inquireNow(ctx, { kind, id })));
  }
}

async function listUnknown({ world }: Person): Promise<{ kind: InquirableKind; id: string }[]> {
  const { rows } = await world.control.query<{ kind: InquirableKind; id: string }>(`
    select 'capture' as kind, id from attempt where status = 'unknown'
    union all select 'refund', id from refund where status = 'pending'
    order by kind, id`);
  return rows;
}

/** Staff compare the books of a terminal with its bank, for the day of this moment, perhaps while payments are made. */
export async function reconcile(person: Person, terminal: SimTerminal): Promise<void> {
  await person.pause(10_000, 7_200_000);
  await person.call("compares the day with the bank", (ctx: Ctx) => {
    const day = bankDay(ctx.clock.now(), "00:00");
    const input = { terminalId: terminal.id, day, statement: null, isDryRun: false, pauseMs: 100 };
    return refusalOr(reconcileDay(ctx, input));
  });
}

/**
 * Staff decide by hand about a credit whose outcome no inquiry can tell, because the bank's history could not be read
 * before it was sent (D-76). An alert calls them for it.
 */
export async function decideUntellable(person: Person): Promise<void> {
  const untellable = await person.act("looks for credits that no inquiry can tell", () =>
    person.world.control.query(`select from refund where status = 'pending' and baseline = '"unreadable"'`),
  );
  if (untellable.rowCount) await settleByHand(person);
}

/**
 * Staff compare each day with its bank on which a credit was repeated, as finance does for each day. What is unknown is
 * settled by hand before.
 */
export async function compareRepeatedCredits(person: Person): Promise<void> {
  const { notes } = person.world;
  if (notes.repeatedCredits.length === 0) return;
  await settleByHand(person);
  for (const { orderId, at } of notes.repeatedCredits) {
    await person.pause(180_000, 900_000);
    const terminalId = await person.act("finds the terminal of an order", () => findTerminal(person, orderId));
    const input = { terminalId, day: bankDay(at, "00:00"), statement: null, isDryRun: false, pauseMs: 100 };
    await person.call("compares a day on which a credit was repeated", (ctx) => reconcileDay(ctx, input));
  }
}

async function findTerminal({ world }: Person, orderId: string): Promise<string> {
  const { rows } = await world.control.query<{ terminal_id: string }>(
    "select p.terminal_id from attempt a join payment p on p.id = a.payment_id where a.bank_order_id = $1",
    [orderId],
  );
  return rows[0]?.terminal_id ?? "";
}

/** What the bank's ledger says about something whose outcome is unknown here. */
interface Seen {
  readonly kind: InquirableKind;
  readonly id: string;
  readonly paymentCode: string;
  readonly isDone: boolean;
}

/**
 * Staff decide what has stayed unknown by what they see at the bank, some minutes after they have seen it, while
 * inquiries may still go on.
 */
export async function settleByHand(person: Person): Promise<void> {
  await person.pause(900_000, 5_400_000);
  await settleSeen(person, 300_000);
}

async function settleSeen(person: Person, longestMs: number): Promise<void> {
  const open = await person.act("looks at the bank", () => listSeen(person));
  for (const { kind, id, paymentCode, isDone } of open) {
    await person.pause(0, longestMs);
    await person.call(`settles ${kind} ${id} by hand`, (ctx) =>
      refusalOr<unknown>(
        kind === "refund"
          ? settleRefundManually(ctx, { refundId: id, outcome: isDone ? "approved" : "declined" })
          : settleCaptureManually(ctx, {
              paymentCode,
              verdict: isDone ? "captured" : "not_taken",
              reason: "The bank has not answered",
              evidence: "The bank's own list",
              decidedBy: person.name,
            }),
      ),
    );
  }
}

/**
 * Lists what is unknown, with what the bank has done: a capture, or so much given back that the refund is part of it. A
 * credit that was done twice is not taken for a larger one.
 */
async function listSeen({ world }: Person): Promise<Seen[]> {
  const { rows } = await world.control.query<Seen>(`
    select 'capture' as kind, a.id, a.payment_id as "paymentCode",
           exists (select from simulator.bank_order o where o.order_id = a.bank_order_id and o.captured > 0) as "isDone"
      from attempt a where a.status = 'unknown'
    union all
    select 'refund', r.id, r.payment_id,
           coalesce((select o.voided + o.credited from simulator.bank_order o where o.order_id = a.bank_order_id), 0)
           >= r.amount + coalesce((select sum(other.amount) from refund other
                                    where other.attempt_id = a.id and other.status = 'approved'), 0)
      from refund r join attempt a on a.id = r.attempt_id where r.status = 'pending'
    order by kind, id`);
  return rows;
}

/** Returns the code of a refusal instead of throwing it. */
const refusalOr = <T>(work: Promise<T>): Promise<T | string> =>
  work.catch((error: unknown) => {
    if (error instanceof AppError) return error.code;
    throw error;
  });
