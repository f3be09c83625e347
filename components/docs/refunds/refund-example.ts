import { readFileSync } from "node:fs";
import { join } from "node:path";
import { nextDayEnd } from "@/server/domain/business-day";
import { hours, plusMs } from "@/server/domain/clock";
import type { Language } from "@/server/domain/errors";
import { displayAmount, jsonAmount } from "@/server/domain/money";
import { toRefundOptions } from "@/server/domain/refunds/refund-policy";
import { buildDeliveryBody } from "@/server/domain/webhooks/events";
import type { ProgramSample } from "../guide/guide-samples";
import type { RefundWords } from "./refund-words";

const capturedAt = new Date("2026-11-20T09:00:00.000Z");
const dayEnd = nextDayEnd(capturedAt, "00:00");
const amountKurus = 125_050n;
const partKurus = 25_050n;
const commissionKurus = 3_126n;

export const exampleRequest = { partnerRefundCode: "REFUND-1042" };

/** The response to the example request, with the fields in the order of §2.3. */
export const exampleAnswer = {
  refundId: "rf_01K8Z4A6B7C8D9E0F1G2H3J4K5",
  method: "void",
  status: "approved",
};

/** A different payment: a voided payment cannot be credited, and a refund code names one refund forever. */
const credited = {
  refundId: "rf_01K91N4T7V8W9X0Y1Z2A3B4C5D",
  paymentCode: "pay_01K8Z3V8P9Q0R1S2T3W4X5Y6Z7",
  partnerRefundCode: "REFUND-1043",
};

/** Builds the refund options of a payment one hour after its capture (D-18). */
export const exampleOptions = (): object =>
  asJson({
    refundOptions: toRefundOptions(
      {
        isCaptured: true,
        amountKurus,
        refundedKurus: 0n,
        pendingKurus: 0n,
        isHeld: false,
        isDirect: false,
        dayEnd,
      },
      plusMs(capturedAt, hours(1)),
    ),
  });

/** Builds the query response of a partial credit on the next day (D-24). */
export function exampleRecord(): object {
  const createdAt = plusMs(dayEnd, hours(12));
  const resolvedAt = plusMs(createdAt, 1_250);
  return asJson({
    ...credited,
    method: "credit",
    status: "approved",
    amount: jsonAmount(partKurus),
    currency: "TRY",
    failureCode: null,
    createdAt,
    updatedAt: resolvedAt,
    resolvedAt,
    bank: { orderId: "9F4K2M7Q8R3T5V6W1X2Y", authCode: "P12345", rrn: "632014112233" },
  });
}

/** Builds the webhook body of that credit (§6.2). */
export const exampleNotice = (): object =>
  JSON.parse(
    buildDeliveryBody({
      deliveryId: "whd_01K91N5B6Y7Z8A9B0C1D2E3F4G",
      type: "refund.approved",
      partnerId: "prt_01K8Z3W2M7N8P9Q0R1S2T3V4W5",
      subjectId: credited.paymentCode,
      occurredAt: plusMs(dayEnd, hours(12)),
    }).toString(),
  );

type Net = readonly [name: string, ...figures: string[]];

/** Calculates what remains of the payment and its commission after each kind of refund (D-28), in kuruş. */
export function exampleNets(words: RefundWords["commission"], language: Language): Net[] {
  const row = (name: string, reversedKurus: bigint, refundedKurus: bigint): Net => {
    const netKurus = amountKurus - commissionKurus + reversedKurus - refundedKurus;
    return [name, ...[amountKurus, commissionKurus, reversedKurus, refundedKurus, netKurus].map(String)];
  };
  return [
    row(words.none, 0n, 0n),
    row(words.whole.void, commissionKurus, amountKurus),
    row(words.part(displayAmount(partKurus, language)), 0n, partKurus),
    row(words.whole.credit, 0n, amountKurus),
  ];
}

const asJson = (value: object): object => JSON.parse(JSON.stringify(value));

/** The sample functions of the guide to refunds. */
export const refundSamples: readonly ProgramSample[] = [
  {
    file: "refunds.mjs",
    name: "Node.js",
    text: readFileSync(join(process.cwd(), "components/docs/samples/refunds.mjs"), "utf8"),
  },
];
