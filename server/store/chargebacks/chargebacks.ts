import type { Chargeback, Prisma } from "@/prisma/generated/client";
import { type ChargebackStatus, chargebackTable } from "@/server/domain/chargebacks/chargeback-states";
import { sourceStates } from "@/server/domain/states";
import type { Db, Tx } from "../db";

export type ChargebackRow = Chargeback;

/** The captured payment of a bank's order, with its terminal. */
export interface ChargeablePayment {
  readonly paymentId: string;
  readonly partnerId: string;
  readonly terminalId: string;
  readonly dayEndLocal: string;
  /** What no chargeback has taken of it, in kuruş. */
  readonly leftKurus: bigint;
}

/** Finds the captured payment of an order and locks it; null where the books have none. */
export async function lockPaymentOfOrder(tx: Tx, orderId: string): Promise<ChargeablePayment | null> {
  const [found] = await tx.$queryRaw<ChargeablePayment[]>`
    select p.id as "paymentId", p.partner_id as "partnerId", p.terminal_id as "terminalId", t.day_end_local as "dayEndLocal",
           p.amount - p.charged_back_amount as "leftKurus"
      from payment p join terminal t on t.id = p.terminal_id
     where p.status = 'captured'
       and p.id = (select payment_id from attempt where bank_order_id = ${orderId} and status = 'captured')
       for update of p`;
  return found ?? null;
}

/** Finds a case of a terminal; null for an unknown one. */
export const findCase = (tx: Tx, terminalId: string, caseNumber: string): Promise<ChargebackRow | null> =>
  tx.chargeback.findUnique({ where: { terminalId_caseNumber: { terminalId, caseNumber } } });

/** Lists the cases of a payment that took money and have not given it back. */
export const listTakenCases = (tx: Tx, paymentId: string): Promise<ChargebackRow[]> =>
  tx.chargeback.findMany({
    where: { paymentId, status: { not: "won" } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });

export type NewChargeback = Omit<
  ChargebackRow,
  "status" | "statement" | "updatedAt" | "answeredAt" | "answeredBy" | "endedAt"
>;

export async function insertChargeback(tx: Tx, chargeback: NewChargeback): Promise<void> {
  const data = { ...chargeback, status: chargebackTable.initial, updatedAt: chargeback.createdAt };
  await tx.chargeback.create({ data });
}

type Facts = Pick<Prisma.ChargebackUncheckedUpdateManyInput, "answeredAt" | "answeredBy" | "endedAt">;

/** Moves a chargeback by a row of `chargebackTable` (R4). Returns whether this call moved it. */
export async function moveChargeback(
  tx: Tx,
  id: string,
  to: Exclude<ChargebackStatus, "open">,
  facts: Facts,
  now: Date,
): Promise<boolean> {
  const where = { id, status: { in: sourceStates(chargebackTable, to) } };
  const { count } = await tx.chargeback.updateMany({ where, data: { status: to, updatedAt: now, ...facts } });
  return count === 1;
}

/** Stores what the merchant says, while the bank has no answer. Returns whether it still was to be had. */
export async function writeStatement(
  tx: Tx,
  where: { readonly id: string; readonly partnerId: string },
  statement: string,
  now: Date,
): Promise<boolean> {
  const { count } = await tx.chargeback.updateMany({
    where: { ...where, status: "open" },
    data: { statement, updatedAt: now },
  });
  return count === 1;
}

/** A chargeback with its payment and account as lists show it. */
export type ListedChargeback = Prisma.ChargebackGetPayload<{ include: typeof listed }>;

const listed = {
  payment: {
    select: { partnerTxCode: true, amount: true, capturedAt: true, cardBin: true, cardLast4: true, cardBrand: true },
  },
  partner: { select: { name: true } },
  terminal: { select: { name: true, bank: true } },
  settlements: { select: { id: true, amount: true, payoutId: true, dueAt: true }, orderBy: { createdAt: "asc" } },
} as const satisfies Prisma.ChargebackInclude;

export interface ChargebackSelection {
  /** Null for the chargebacks of all accounts. */
  readonly partnerId: string | null;
  readonly filters: { readonly state: readonly ChargebackStatus[] | null; readonly paymentCode: string | null };
  readonly after: { readonly createdAt: Date; readonly id: string } | null;
  readonly countMax: number;
}

/** Lists chargebacks, the newest first. */
export const listChargebackRows = (db: Db, { partnerId, filters, after, countMax }: ChargebackSelection) =>
  db.prisma.chargeback.findMany({
    where: {
      ...(partnerId !== null && { partnerId }),
      ...(filters.state !== null && { status: { in: [...filters.state] } }),
      ...(filters.paymentCode !== null && { paymentId: filters.paymentCode }),
      ...(after !== null && {
        OR: [{ createdAt: { lt: after.createdAt } }, { createdAt: after.createdAt, id: { lt: after.id } }],
      }),
    },
    include: listed,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: countMax,
  });

/** Finds a chargeback; null for an unknown one and for one of another account. */
export const findChargeback = (
  db: Db,
  where: { readonly id: string; readonly partnerId?: string },
): Promise<ListedChargeback | null> => db.prisma.chargeback.findFirst({ where, include: listed });

/** Lists the e-mail addresses of an account's people, also of those who have left. */
export const listAddresses = async (db: Db, partnerId: string): Promise<ReadonlySet<string>> =>
  new Set(
    (await db.prisma.panelUser.findMany({ where: { partnerId }, select: { email: true } })).map(({ email }) => email),
  );
