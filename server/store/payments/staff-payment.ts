import type { Prisma } from "@/prisma/generated/client";
import type { Db } from "../db";

const corrections = {
  orderBy: [{ proposedAt: "asc" }, { id: "asc" }],
  select: {
    id: true,
    kind: true,
    amount: true,
    reason: true,
    evidence: true,
    status: true,
    proposedAt: true,
    decidedAt: true,
    decisionNote: true,
    proposer: { select: { email: true } },
    decider: { select: { email: true } },
  },
} satisfies Prisma.Payment$correctionsArgs;

/** The newest payout of a settlement: the first one of its chain, or its last re-issue. */
const newestOfChain = {
  where: { status: { not: "withdrawn" }, reissues: { none: { status: { not: "withdrawn" } } } },
  select: { id: true, status: true },
} satisfies Prisma.Payout$chainArgs;

/** The attempts with what the bank said of them, for staff only. */
const attempts = {
  orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  select: {
    id: true,
    status: true,
    bankOrderId: true,
    cardBin: true,
    cardLast4: true,
    cardBank: true,
    createdAt: true,
    captureSentAt: true,
    approvedAt: true,
    unknownSince: true,
    askedAt: true,
    nextInquiryAt: true,
    inquiries: true,
    declineReason: true,
    bankCode: true,
    bankMessage: true,
    eci: true,
    authCode: true,
    rrn: true,
    transactionId: true,
    connection: { select: { bank: true } },
    callbacks: { orderBy: { receivedAt: "asc" }, select: { verdict: true, receivedAt: true } },
  },
} satisfies Prisma.Payment$attemptsArgs;

/** Finds a payment with its account, its terminal and everything that is recorded about it; null for an unknown one. */
export const findPaymentForStaff = (db: Db, paymentCode: string) =>
  db.prisma.payment.findUnique({
    where: { id: paymentCode },
    select: {
      id: true,
      partnerId: true,
      attemptsUsed: true,
      heldSince: true,
      partner: { select: { name: true, status: true, cardAttemptLimit: true } },
      terminal: { select: { id: true, name: true, mode: true } },
      refunds: { select: { id: true, authCode: true, rrn: true } },
      moneyReturns: {
        orderBy: [{ createdAt: "asc" }, { id: "asc" }],
        select: {
          id: true,
          method: true,
          status: true,
          amount: true,
          createdAt: true,
          resolvedAt: true,
          unknownSince: true,
          declineReason: true,
          authCode: true,
          rrn: true,
        },
      },
      decisions: {
        orderBy: [{ decidedAt: "asc" }, { id: "asc" }],
        select: { id: true, verdict: true, reason: true, evidence: true, decidedBy: true, decidedAt: true },
      },
      corrections,
      settlements: {
        orderBy: [{ createdAt: "asc" }, { id: "asc" }],
        select: {
          id: true,
          amount: true,
          dueAt: true,
          refund: { select: { method: true } },
          correctionId: true,
          chargebackId: true,
          payout: { select: { chain: newestOfChain } },
        },
      },
      attempts,
    },
  });

export type PaymentForStaff = NonNullable<Awaited<ReturnType<typeof findPaymentForStaff>>>;
