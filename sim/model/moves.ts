import { orderKey } from "./dossier";
import { ms } from "./payment-checks";
import type { LinkStatus } from "./records";
import { textMember } from "./requests";
import type { Event, LinkState, PaymentState, RefundState, State, World } from "./state";
import { addPayment, dropPayment, replaceLink, replacePayment, sumRefunds } from "./state";

/**
 * The hidden moves: what buyers, banks and the passing of time may do between two calls, by §3, D-10, D-17 and D-26.
 * Only moves of what the event is about are listed, since all others are still possible after it.
 */
export function listHiddenMoves(state: State, event: Event, world: World): State[] {
  const { payments, links } = findConcerned(state, event, world);
  return [
    ...payments.flatMap((payment) => [
      ...(payment.linkId === null ? movePayment(state, payment, event, world) : []),
      ...payment.refunds.flatMap((refund) => moveRefund(state, payment, refund, event, world)),
      ...bookCharges(state, payment, event, world),
    ]),
    ...links.flatMap((link) => moveLink(state, link, event, world)),
  ];
}

/** Returns the payments and links that an event is about: those it names, a link's payments, and a payment's link. */
function findConcerned({ payments, links }: State, { source, ask }: Event, world: World): State {
  const { params, query, ...request } = source.call.request;
  const order = orderKey(source.account, String(query.partnerTxCode ?? textMember(request, "partnerTxCode")));
  const isAskedFor = ({ id, code }: RefundState) =>
    id === params.refundId || code === query.partnerRefundCode || (ask.kind === "settled" && id === ask.refundId);
  const isNamed = (each: Pick<PaymentState, "code" | "order"> & { readonly refunds?: readonly RefundState[] }) =>
    each.code === params.paymentCode || each.order === order || (each.refunds?.some(isAskedFor) ?? false);
  const linkIds = [...payments, ...world.payments.values()].filter(isNamed).map(({ linkId }) => linkId);
  const concerned = new Set([...linkIds, params.id, ask.kind === "listed" ? ask.linkId : null]);
  return {
    payments: payments.filter((each) => isNamed(each) || (each.linkId !== null && concerned.has(each.linkId))),
    links: links.filter(({ id }) => concerned.has(id)),
  };
}

/** The end of a payment without money: a failure, or an expiry once its validity is over. */
function endUnpaid(state: State, payment: PaymentState, event: Event, world: World): State[] {
  const known = world.payments.get(payment.code);
  const canExpire = ms(event.source.call.clock.endedAt) >= (known?.expiry.from ?? 0);
  // The payment of a link also fails with its link, without any card.
  const canFail = payment.linkId !== null || hasCard(payment.code, event, world);
  const end = world.findEnd(payment.code);
  if (end === "captured" || (end === "expired" && !canExpire) || (end === "failed" && !canFail)) return [];
  if (end === null && !canExpire && !canFail) return [];
  // What no answer names has no trace any more once it holds no code.
  if (!known) return [dropPayment(state, payment)];
  return [
    replacePayment(state, payment, { ...payment, status: end === "failed" || end === "expired" ? end : "released" }),
  ];
}

/** Whether a buyer handed a card in by then. What no answer names, no fact names either. */
export const hasCard = (code: string, { to }: Event, { facts, payments }: World): boolean =>
  facts.cards === undefined ||
  !payments.has(code) ||
  facts.cards.some(({ paymentCode, atStep }) => paymentCode === code && atStep <= to);

function capture(state: State, payment: PaymentState, event: Event, world: World): State[] {
  const known = world.payments.get(payment.code);
  const { captures } = world.facts;
  const amount = known?.amount ?? payment.amount;
  const isInLedger =
    !(captures && known) ||
    captures.some(
      ({ paymentCode, amountKurus, atStep }) =>
        paymentCode === payment.code && atStep <= event.to && (amount === null || amount === amountKurus),
    );
  const isPossible = (world.findEnd(payment.code) ?? "captured") === "captured" && isInLedger;
  if (!isPossible || (payment.linkId === null && !hasCard(payment.code, event, world))) return [];
  return [replacePayment(state, payment, { ...payment, status: "captured", amount })];
}

const movePayment = (state: State, payment: PaymentState, event: Event, world: World): State[] =>
  payment.status === "initiated"
    ? [...capture(state, payment, event, world), ...endUnpaid(state, payment, event, world)]
    : [];

function moveRefund(state: State, payment: PaymentState, refund: RefundState, event: Event, world: World): State[] {
  if (refund.status !== "pending") return [];
  const end = world.findEnd(refund.id);
  const movements = world.facts.refunds?.filter((each) => each.paymentCode === payment.code && each.atStep <= event.to);
  const moved = movements?.reduce((sum, { amountKurus }) => sum + amountKurus, 0) ?? Number.POSITIVE_INFINITY;
  const canBeApproved = sumRefunds(payment, "approved") + refund.amount <= moved;
  const settle = (status: "approved" | "declined") => {
    const refunds = payment.refunds.map((each) => (each === refund ? { ...each, status } : each));
    return replacePayment(state, payment, { ...payment, refunds });
  };
  return [
    ...(end !== "declined" && canBeApproved ? [settle("approved")] : []),
    ...(end !== "approved" ? [settle("declined")] : []),
  ];
}

/** Chargebacks that are booked with a file that was written by then, and their way back after them. */
function bookCharges(state: State, payment: PaymentState, { to }: Event, { facts: { charges = [] } }: World): State[] {
  if (payment.status !== "captured") return [];
  return charges.flatMap(({ paymentCode, caseName, amountKurus, fromStep }, place) => {
    const isTaken = payment.charges.some((other) => charges[other]?.caseName === caseName);
    const canBeBooked =
      paymentCode === payment.code &&
      fromStep <= to &&
      !payment.charges.includes(place) &&
      (amountKurus > 0 || isTaken);
    if (!canBeBooked) return [];
    const booked = [...payment.charges, place].sort((a, b) => a - b);
    return [replacePayment(state, payment, { ...payment, charges: booked })];
  });
}

/** The statuses that a link leaves. */
export const isOpenLink = ({ status }: LinkState): boolean =>
  status === "pending" || status === "launched" || status === "initiated" || status === "failed";

/** Returns the open payment of a link that the history names. */
const findOpenPayment = (state: State, link: LinkState): PaymentState | undefined =>
  state.payments.find(({ linkId, status }) => linkId === link.id && status === "initiated");

/** Closes a link; its open payment ends with it (D-143). Nothing where that payment is known to be captured. */
export function closeLink(state: State, link: LinkState, to: LinkStatus, event: Event, world: World): State[] {
  const open = findOpenPayment(state, link);
  const ended = open ? endUnpaid(state, open, event, world) : [state];
  return ended.map((each) => replaceLink(each, link, to));
}

function moveLink(state: State, link: LinkState, event: Event, world: World): State[] {
  if (!isOpenLink(link)) return [];
  const open = findOpenPayment(state, link);
  const isDue = ms(event.source.call.clock.endedAt) >= (findLinkExpiry(link.id, world) ?? 0);
  return [
    ...(link.status === "pending" ? [replaceLink(state, link, "launched")] : []),
    ...(isDue ? closeLink(state, link, "expired", event, world) : []),
    ...(link.status === "initiated"
      ? endAttempt(state, link, open, event, world)
      : takeCard(state, link, open, event, world)),
    ...(open && link.status !== "initiated" ? endUnpaid(state, open, event, world) : []),
  ];
}

/** Returns the ms of a link's end; null where no answer shows it. */
export function findLinkExpiry(linkId: string, { dossier }: World): number | null {
  const expiresAt = dossier.find(linkId, "expiresAt");
  return typeof expiresAt === "string" ? ms(expiresAt) : null;
}

/**
 * A buyer's card on a link: the bank's 3-D Secure starts (`initiated`), or the card is refused before it (`failed`). It
 * reuses the open payment, or begins the next one. A payment that no answer names has no entry in the state.
 */
function takeCard(state: State, link: LinkState, open: PaymentState | undefined, event: Event, world: World): State[] {
  const released = open ? endUnpaid(state, open, event, world) : [state];
  const next = findNextPayment(state, link, world);
  const bases = [
    ...(open ? [state] : []),
    ...released,
    ...(next ? released.map((each) => addPayment(each, next)) : []),
  ];
  return bases.flatMap((each) => [replaceLink(each, link, "initiated"), replaceLink(each, link, "failed")]);
}

/** Returns the named payment of a link that comes next by its number (D-11). */
function findNextPayment(state: State, link: LinkState, world: World): PaymentState | undefined {
  const attempt = (order: string) => Number(order.split("-").at(-1));
  const coming = [...world.payments.values()]
    .filter(({ linkId, code }) => linkId === link.id && !state.payments.some((payment) => payment.code === code))
    .sort((a, b) => attempt(a.order) - attempt(b.order))[0];
  if (!coming) return undefined;
  const { code, account, order, linkId, amount } = coming;
  return { code, account, order, terms: null, linkId, status: "initiated", amount, refunds: [], charges: [] };
}

/** The end of a link's attempt: money taken (`completed`), or not, and then the link can be paid again. */
function endAttempt(
  state: State,
  link: LinkState,
  open: PaymentState | undefined,
  event: Event,
  world: World,
): State[] {
  const isOtherPaid = [...world.payments.values()].some(
    ({ linkId, code }) => linkId === link.id && world.findEnd(code) === "captured",
  );
  const paid = open ? capture(state, open, event, world) : isOtherPaid ? [] : [state];
  const unpaid = open ? [state, ...endUnpaid(state, open, event, world)] : [state];
  return [
    ...paid.map((each) => replaceLink(each, link, "completed")),
    ...unpaid.map((each) => replaceLink(each, link, "failed")),
  ];
}
