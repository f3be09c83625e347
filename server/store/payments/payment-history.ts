import type { EventType } from "@/server/domain/states";
import type { Db, Tx } from "../db";
import type { PartnerId } from "../tenant";

/** Lists the cards of a payment that were refused before the bank for a reason (D-397). */
export const listRefusedBeforeBank = (tx: Pick<Tx, "attempt">, paymentCode: string, reason: string) =>
  tx.attempt.findMany({
    where: { paymentId: paymentCode, status: "rejected", bankCode: null, declineReason: reason },
    select: { cardBin: true, cardLast4: true },
  });

/** Lists how a payment's attempts ended, the newest first, for its decline (D-63). */
export const listAttemptEnds = (db: Db, paymentCode: string) =>
  db.prisma.attempt.findMany({
    where: { paymentId: paymentCode },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: {
      status: true,
      declineReason: true,
      bankCode: true,
      bankMessage: true,
      startedBy: true,
      handedOutAt: true,
    },
  });

/**
 * Lists a payment's attempts as a merchant may see them: the masked card, and the bank's code and text of a refusal
 * without card data (D-49, D-63).
 */
export const listAttemptsOfPayment = (db: Db, paymentCode: string) =>
  db.prisma.attempt.findMany({
    where: { paymentId: paymentCode },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: {
      id: true,
      status: true,
      createdAt: true,
      updatedAt: true,
      startedBy: true,
      handedOutAt: true,
      captureSentAt: true,
      unknownSince: true,
      nextInquiryAt: true,
      inquiries: true,
      declineReason: true,
      bankCode: true,
      bankMessage: true,
      cardBin: true,
      cardLast4: true,
      cardBrand: true,
      cardBank: true,
      cardFamily: true,
      callbacks: { orderBy: { receivedAt: "asc" }, select: { verdict: true, receivedAt: true } },
    },
  });

export type AttemptInHistory = Awaited<ReturnType<typeof listAttemptsOfPayment>>[number];

/** Lists a payment's refund requests, which need a second person, the oldest first. */
export const listRefundRequestsOfPayment = (db: Db, paymentCode: string) =>
  db.prisma.refundRequest.findMany({
    where: { paymentId: paymentCode },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: {
      id: true,
      status: true,
      amount: true,
      method: true,
      reason: true,
      requestedBy: true,
      createdAt: true,
      updatedAt: true,
      decidedBy: true,
      decidedAt: true,
      failureCode: true,
    },
  });

export type RefundRequestInHistory = Awaited<ReturnType<typeof listRefundRequestsOfPayment>>[number];

/** Lists users of an account by their ids, including removed users. */
export const listPeople = (db: Db, partnerId: PartnerId, userIds: readonly string[]) =>
  db.prisma.panelUser.findMany({
    where: { partnerId, id: { in: [...userIds] } },
    select: { id: true, name: true, email: true },
  });

/** Lists the names of an account's API keys by their ids, including revoked ones. */
export const listKeyNames = (db: Db, partnerId: PartnerId, keyIds: readonly string[]) =>
  db.prisma.apiKey.findMany({ where: { partnerId, id: { in: [...keyIds] } }, select: { id: true, name: true } });

/** The types are listed by name, because the index begins with account and type. */
const types: readonly EventType[] = [
  "payment.captured",
  "payment.failed",
  "payment.expired",
  "refund.approved",
  "refund.declined",
  "payment_link.completed",
  "payment_link.expired",
];

/** Lists an account's webhook deliveries about the given resources, with every attempt. */
export const listDeliveriesAbout = (db: Db, partnerId: PartnerId, resourceIds: readonly string[]) =>
  db.prisma.webhookDelivery.findMany({
    where: {
      partnerId,
      type: { in: [...types] },
      resourceType: { in: ["payment", "refund", "payment_link"] },
      resourceId: { in: [...resourceIds] },
    },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: {
      id: true,
      type: true,
      status: true,
      createdAt: true,
      nextAttemptAt: true,
      tries: {
        orderBy: { number: "asc" },
        select: { number: true, startedAt: true, statusCode: true, errorClass: true, byHand: true },
      },
    },
  });

export type DeliveryInHistory = Awaited<ReturnType<typeof listDeliveriesAbout>>[number];
