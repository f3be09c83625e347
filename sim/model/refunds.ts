import { findDayEnd, ms } from "./payment-checks";
import { showsRefunds, writeRefunds } from "./payments";
import type { RefundRecord } from "./records";
import { member, textMember } from "./requests";
import type { Event, Outcome, PaymentState, RefundState, State, World } from "./state";
import { addRefund, refuse, sumCharges, sumRefunds } from "./state";

/** The answers about refunds (§4.8, D-7, D-24 to D-27). */

type Way = "automatic" | "credit" | "void";

export function startRefund(state: State, event: Event, world: World, way: Way): Outcome[] {
  const { call, account } = event.source;
  const payment = findOwnPayment(state, event);
  if (!payment) return [refuse(state, event, "payment_not_found")];
  const code = textMember(call.request, "partnerRefundCode");
  const isUsed = state.payments.some(
    (each) => each.account === account && each.refunds.some((one) => one.code === code),
  );
  if (isUsed) return [refuse(state, event, "refund_in_progress")];
  const total = payment.amount ?? Number.POSITIVE_INFINITY;
  // A bank may charge back what was refunded too, so less than nothing can be left (D-401).
  const remaining = total - sumRefunds(payment, "approved") - sumCharges(payment, world);
  if (payment.status !== "captured" || remaining <= 0) return [refuse(state, event, "payment_not_refundable")];
  if (sumRefunds(payment, "pending") > 0) return [refuse(state, event, "refund_in_progress")];
  const isHeld = world.facts.heldPayments?.includes(payment.code) ?? false;
  return [
    ...(isHeld ? [refuse(state, event, "refund_in_progress")] : []),
    ...decide(state, event, world, { payment, code, remaining, way }),
  ];
}

interface Asked {
  readonly payment: PaymentState;
  readonly code: string;
  readonly remaining: number;
  readonly way: Way;
}

/** Steps 12 to 14 of D-7, then the new refund. Where time or terminal are not known, each possibility is an outcome. */
function decide(state: State, event: Event, world: World, { payment, code, remaining, way }: Asked): Outcome[] {
  const amount = Number(member(event.source.call.request, "amount") ?? remaining);
  if (amount > remaining) return [refuse(state, event, "refund_amount_exceeds_remaining")];
  const terminal = world.facts.terminals?.[String(world.dossier.find(payment.code, "terminalId"))];
  const day = boundDay(event, world, payment);
  const directs = world.facts.terminals ? [terminal?.isDirect ?? false] : [false, true];
  const choices = directs.flatMap((isDirect) =>
    day.sameDays.map((isSameDay) =>
      chooseMethod(way, {
        isDirect,
        isSameDay,
        isWhole: amount === remaining,
        isCredited: sumRefunds(payment, "approved") + sumCharges(payment, world) > 0,
      }),
    ),
  );
  return [...new Set(choices)].flatMap((choice) =>
    choice === "void" || choice === "credit"
      ? begin(state, event, world, {
          payment,
          code,
          amount,
          method: choice,
          isNearDayEnd: day.isNear && way === "automatic",
        })
      : [refuse(state, event, choice)],
  );
}

/** The table of D-25. */
function chooseMethod(
  way: Way,
  {
    isDirect,
    isSameDay,
    isWhole,
    isCredited,
  }: { [name in "isDirect" | "isSameDay" | "isWhole" | "isCredited"]: boolean },
): string {
  const canVoid = isSameDay && isWhole && !isCredited;
  if (isDirect) return canVoid && way !== "credit" ? "void" : "direct_refund_not_allowed";
  if (way === "credit") return "credit";
  if (way === "void") return canVoid ? "void" : "refund_method_not_available";
  if (canVoid) return "void";
  return isSameDay && !isWhole ? "refund_not_yet_available" : "credit";
}

const fiveMinutesMs = 5 * 60_000;
const dayMs = 24 * 60 * 60_000;

/** Returns whether the call may lie on the day of the capture, and whether one is close to a day-end (D-157). */
function boundDay({ source: { call } }: Event, { facts, dossier, payments }: World, { code }: PaymentState) {
  const capturedAt = payments.get(code)?.capturedAt ?? null;
  const terminalId = String(dossier.find(code, "terminalId") ?? "");
  const dayEndLocal = facts.terminals ? facts.terminals[terminalId]?.dayEndLocal : undefined;
  if (capturedAt === null || dayEndLocal === undefined) return { sameDays: [true, false], isNear: true };
  const dayEnd = findDayEnd(capturedAt, dayEndLocal);
  const from = ms(call.clock.startedAt);
  const to = ms(call.clock.endedAt);
  const untilEnd = dayEnd - ms(capturedAt);
  const isCapturedNear = untilEnd <= fiveMinutesMs || untilEnd >= dayMs - fiveMinutesMs;
  const isCallNear = from <= dayEnd + fiveMinutesMs && to >= dayEnd - fiveMinutesMs;
  return {
    sameDays: [...(from < dayEnd ? [true] : []), ...(to >= dayEnd ? [false] : [])],
    isNear: isCapturedNear || isCallNear,
  };
}

interface Begun {
  readonly payment: PaymentState;
  readonly code: string;
  readonly amount: number;
  readonly method: "void" | "credit";
  readonly isNearDayEnd: boolean;
}

function begin(state: State, { source }: Event, { dossier }: World, begun: Begun): Outcome[] {
  const { payment, code, amount, method, isNearDayEnd } = begun;
  const { started, kind } = source.reply;
  const id = started?.refundId ?? dossier.findRefundId(source.account, code) ?? `?${source.call.number}`;
  const known = dossier.find(id, "amount");
  const isMethod = started?.method === method || (isNearDayEnd && method === "void" && started?.method === "credit");
  const isNew = state.payments.every(({ refunds }) => refunds.every((refund) => refund.id !== id));
  return [
    {
      says: `201, a ${method} of ${amount}`,
      fits: isNew && (kind === "none" || isMethod) && (known === undefined || known === amount),
      next: addRefund(state, payment, { id, code, amount, status: "pending" }),
    },
  ];
}

const findOwnPayment = ({ payments }: State, { source: { call, account } }: Event): PaymentState | undefined =>
  payments.find(({ code, account: owner }) => code === call.request.params.paymentCode && owner === account);

export function listRefunds(state: State, event: Event): Outcome[] {
  const payment = findOwnPayment(state, event);
  if (!payment) return [refuse(state, event, "payment_not_found")];
  const { refunds } = event.source.reply;
  const fits = refunds !== undefined && showsRefunds(payment, refunds);
  return [{ says: `the list${writeRefunds(payment) || " without refunds"}`, fits, next: state }];
}

export function getRefund(state: State, event: Event): Outcome[] {
  const { account, call } = event.source;
  const { params, query, operation } = call.request;
  if (operation === "getRefundOfPayment" && !findOwnPayment(state, event)) {
    return [refuse(state, event, "payment_not_found")];
  }
  const isAskedFor = ({ id, code }: RefundState) =>
    operation === "findRefund" ? code === query.partnerRefundCode : id === params.refundId;
  for (const payment of state.payments) {
    const refund = payment.account === account ? payment.refunds.find(isAskedFor) : undefined;
    if (refund && payment.code === (params.paymentCode ?? payment.code))
      return [showRefund(state, event, payment, refund)];
  }
  return [refuse(state, event, "refund_not_found")];
}

function showRefund(state: State, { source }: Event, payment: PaymentState, refund: RefundState): Outcome {
  const shown: RefundRecord | undefined = source.reply.refund;
  const fits = shown?.paymentCode === payment.code && showsRefunds({ ...payment, refunds: [refund] }, [shown]);
  return { says: `refund ${refund.code} of ${refund.amount}, ${refund.status}`, fits, next: state };
}

/** The outcome that the answer of a started refund shows. */
export function settleRefund(state: State, refundId: string, status: string): Outcome[] {
  const refund = state.payments.flatMap(({ refunds }) => refunds).find(({ id }) => id === refundId);
  return refund ? [{ says: `${refund.code} ${refund.status}`, fits: refund.status === status, next: state }] : [];
}
