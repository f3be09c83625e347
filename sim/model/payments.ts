import { orderKey, termsOf } from "./dossier";
import { findLinkExpiry, hasCard } from "./moves";
import { ms, readChargedBack } from "./payment-checks";
import type { RefundItem } from "./records";
import { isTerminalRefusal, isTermsRefusal, member, textMember } from "./requests";
import type { Event, Outcome, PaymentState, State, World } from "./state";
import { addPayment, findHolder, refuse, sumCharges } from "./state";

/** The answers about payments (§4.5, §4.6). Each function lists what the contract allows in a state. */

export function createPayment(state: State, event: Event, world: World): Outcome[] {
  const { call, account, reply } = event.source;
  const order = orderKey(account, textMember(call.request, "partnerTxCode"));
  const holder = findHolder(state, order);
  if (!holder) {
    const free = [...listCreations(state, event, world, order), ...listTermsRefusals(state, event, world)];
    return mayBeOfLink(event, world) ? [...free, refuse(state, event, "duplicate_partner_tx_code")] : free;
  }
  if (isOverdue(state, holder, event, world)) return [];
  if (holder.terms !== termsOf(call.request)) return [refuse(state, event, "duplicate_partner_tx_code")];
  const { created } = reply;
  return [
    {
      says: `200, a replay of ${holder.code}, ${holder.status}`,
      fits: reply.status === 200 && created?.paymentCode === holder.code && created.status === holder.status,
      next: state,
    },
  ];
}

/** Whether a link's payment that no answer shows may hold the code. */
const mayBeOfLink = ({ source: { call } }: Event, { facts }: World): boolean =>
  facts.payments === undefined && /^PL-\d+-\d+$/.test(textMember(call.request, "partnerTxCode"));

function listCreations(state: State, event: Event, world: World, order: string): Outcome[] {
  const { call, account, reply } = event.source;
  if (findTermsFault(event, world) !== null) return [];
  const terms = termsOf(call.request);
  const amount = Number(member(call.request, "amount"));
  const codes = reply.kind === "none" ? listCandidates(event, world, order) : [reply.created?.paymentCode ?? ""];
  return codes.map((code) => {
    const isNew = !state.payments.some((payment) => payment.code === code);
    const begun = { status: "initiated", refunds: [], charges: [] } as const;
    const payment = { code, account, order, terms, linkId: null, amount, ...begun };
    return {
      says: "201, a new payment",
      fits: isNew && (reply.kind === "none" || reply.status === 201),
      next: isNew ? addPayment(state, payment) : state,
    };
  });
}

/** Lists what a creation without an answer may have created: a payment that other answers name, or another one. */
function listCandidates({ source: { call } }: Event, { payments, facts }: World, order: string): string[] {
  const { request, number } = call;
  const terms = termsOf(request);
  const isSame = (known: unknown, name: string) => known === undefined || known === (member(request, name) ?? null);
  const named = [...payments.values()].filter(
    (known) =>
      known.order === order &&
      (known.terms === null || known.terms === terms) &&
      known.linkId === null &&
      (known.creation === null || known.creation === number) &&
      isSame(known.description, "description") &&
      isSame(known.returnUrl, "returnUrl"),
  );
  // The rows name every payment that exists.
  return [...named.map(({ code }) => code), ...(facts.payments ? [] : [`?${number}`])];
}

/** The refusals of steps 10 to 13 of D-7, which come only where the code is free. */
function listTermsRefusals(state: State, event: Event, world: World): Outcome[] {
  const { code } = event.source.reply;
  const due = findTermsFault(event, world);
  if (due !== null) return [refuse(state, event, due)];
  const isKnownRight = world.facts.terminals !== undefined && isTerminalRefusal(code);
  return isTermsRefusal(code) && !isKnownRight ? [refuse(state, event, code)] : [];
}

/** Returns the refusal that the terminal's known terms demand; null where they permit the payment or are not known. */
function findTermsFault({ source }: Event, { facts }: World): string | null {
  if (!facts.terminals) return null;
  const { request } = source.call;
  const terminal = facts.terminals[textMember(request, "terminalId")];
  if (terminal?.account !== source.account) return "terminal_not_allowed";
  const isCovered = terminal.effectiveCounts.includes(Number(member(request, "installment") ?? 1));
  return isCovered ? null : "installment_not_allowed";
}

export function getPayment(state: State, event: Event, world: World): Outcome[] {
  const { call, account } = event.source;
  const { paymentCode = "" } = call.request.params;
  const payment = state.payments.find((each) => each.code === paymentCode && each.account === account);
  return showPayment(state, payment, event, world);
}

export function findPayment(state: State, event: Event, world: World): Outcome[] {
  const { call, account } = event.source;
  const holder = findHolder(state, orderKey(account, String(call.request.query.partnerTxCode)));
  return showPayment(state, holder, event, world);
}

function showPayment(state: State, payment: PaymentState | undefined, event: Event, world: World): Outcome[] {
  if (!payment) return [refuse(state, event, "payment_not_found")];
  if (isOverdue(state, payment, event, world)) return [];
  const shown = event.source.reply.payment;
  const fits =
    shown?.paymentCode === payment.code &&
    shown.status === payment.status &&
    showsRefunds(payment, shown.refund.items) &&
    readChargedBack(shown) === sumCharges(payment, world);
  const charged = payment.charges.length > 0 ? `, ${sumCharges(payment, world)} charged back` : "";
  return [{ says: `${payment.code}, ${payment.status}${writeRefunds(payment)}${charged}`, fits, next: state }];
}

/** Whether a list has exactly the refunds of a payment, each in its state. */
export const showsRefunds = ({ refunds }: PaymentState, items: readonly RefundItem[]): boolean =>
  items.length === refunds.length &&
  refunds.every((refund) =>
    items.some(
      ({ refundId, partnerRefundCode, amount, status }) =>
        refundId === refund.id &&
        partnerRefundCode === refund.code &&
        amount === refund.amount &&
        status === refund.status,
    ),
  );

export const writeRefunds = ({ refunds }: PaymentState): string =>
  refunds.map(({ code, amount, status }) => `, refund ${code} of ${amount} ${status}`).join("");

/**
 * Whether a reader must have found an initiated payment expired (D-2): its time is over, and no capture can be running,
 * because no card was handed in, or because its link is not in 3-D Secure.
 */
function isOverdue(state: State, payment: PaymentState, event: Event, world: World): boolean {
  if (payment.status !== "initiated") return false;
  const now = ms(event.source.call.clock.startedAt);
  const isOver = now >= (world.payments.get(payment.code)?.expiry.to ?? Number.POSITIVE_INFINITY);
  if (payment.linkId === null) return isOver && !hasCard(payment.code, event, world);
  const link = state.links.find(({ id }) => id === payment.linkId);
  const linkEnd = (link && findLinkExpiry(link.id, world)) ?? Number.POSITIVE_INFINITY;
  return link?.status !== "initiated" && (isOver || now >= linkEnd);
}
