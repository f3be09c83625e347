import type { Call, Facts } from "./history";
import { findBroken, findPaymentFault, findRefundFault, findRefundsFault, ms, type Rule } from "./payment-checks";
import type { CreatedPayment, LinkPage, LinkRecord, Reply } from "./records";
import { appliedPage, appliedSize, member } from "./requests";

/** What an answer has to show in itself: the request's own values, sums, and times within the call. */

/** The tolerance between a record's time and the clock of its call, ms; links of one instant are spread (D-147). */
const slackMs = 1_000;
const weekMs = 7 * 24 * 60 * 60 * 1_000;

/** Returns what is wrong with a success in itself; null where nothing is. */
export function findAnswerFault(call: Call, reply: Reply, facts: Facts): string | null {
  const { payment, refund, refunds, link, page } = reply;
  return (
    findBroken(listEchoes(call, reply)) ??
    (payment ? findPaymentFault(payment, call, facts) : null) ??
    (refund ? findRefundFault(refund) : null) ??
    (refunds ? findRefundsFault(refunds) : null) ??
    (link ? findLinkFault(link, call) : null) ??
    (page ? findPageFault(page, call) : null) ??
    (reply.other ? findLookupFault(reply.other, call) : null)
  );
}

/** The values of the request that the answer has to repeat. */
function listEchoes(call: Call, reply: Reply): readonly Rule[] {
  const { params, query, operation } = call.request;
  const { created, payment, started, refund, refunds, link } = reply;
  const forced = { creditPayment: "credit", voidPayment: "void" }[operation as string];
  const repeats = (shown: string, asked: unknown): Rule => [shown === (asked ?? shown), `${shown} was not asked for`];
  return [
    ...(created ? listCreationRules(created, reply.status) : []),
    ...(payment ? [repeats(payment.paymentCode, params.paymentCode)] : []),
    ...(payment ? [repeats(payment.partnerTxCode, query.partnerTxCode)] : []),
    ...(started ? [repeats(started.method, forced)] : []),
    ...(refund ? [repeats(refund.refundId, params.refundId), repeats(refund.paymentCode, params.paymentCode)] : []),
    ...(refund ? [repeats(refund.partnerRefundCode, query.partnerRefundCode)] : []),
    ...(refunds ?? []).map(({ paymentCode }) => repeats(paymentCode, params.paymentCode)),
    ...(link ? [repeats(link.id, params.id)] : []),
    ...(link && operation === "cancelPaymentLink" ? [repeats(link.status, "cancelled")] : []),
    ...(link && operation === "createPaymentLink" ? listNewLinkRules(link, call) : []),
  ];
}

const listCreationRules = ({ idempotentReplay, status }: CreatedPayment, answered: number): readonly Rule[] => [
  [idempotentReplay === (answered === 200), "201 creates and 200 replays (§4.5)"],
  [answered === 200 || status === "initiated", "a new payment is initiated"],
  [status === "initiated" || status === "captured", "a payment that ended without money frees its code (§4.5.1)"],
];

function isWithin(instant: string, { startedAt, endedAt }: Call["clock"]): boolean {
  return ms(startedAt) <= ms(instant) && ms(instant) <= ms(endedAt) + slackMs;
}

/** A new link has the fields as they were sent (§2.1, §4.1). */
function listNewLinkRules(link: LinkRecord, { request, clock }: Call): readonly Rule[] {
  const sent = (name: string) => member(request, name) ?? null;
  const counts = sent("allowedInstallmentCounts");
  const sorted = Array.isArray(counts) ? [...new Set<number>(counts)].sort((a, b) => a - b) : null;
  const items = sent("items");
  const shown = Array.isArray(items)
    ? items.map(({ name, note, amount }) => ({ name, note: note ?? null, amount }))
    : null;
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  return [
    [link.status === "pending", "a new link is pending"],
    [isWithin(link.createdAt, clock), "createdAt lies between the request and its answer"],
    ...(["amount", "description", "redirectUrl", "payerName"] as const).map(
      (name): Rule => [link[name] === sent(name), `${name} as it was sent`],
    ),
    [link.customerCommissionShareBps === (sent("customerCommissionShareBps") ?? 0), "the share as it was sent"],
    [same(link.allowedInstallmentCounts, sorted), "allowedInstallmentCounts as sent, ascending"],
    [same(link.items, shown), "items as they were sent"],
  ];
}

function findLinkFault(link: LinkRecord, { clock }: Call): string | null {
  const { status, firstOpenedAt, lastOpenedAt, expiresAt } = link;
  const isIdle = status === "pending" || status === "launched" || status === "failed";
  return findBroken([
    [ms(expiresAt) - ms(link.createdAt) === weekMs, "a link is valid for seven days (§8.2)"],
    [link.url.includes(link.token), "the url contains the token"],
    [(firstOpenedAt === null) === (lastOpenedAt === null), "first and last opening are there together"],
    [firstOpenedAt === null || ms(firstOpenedAt) <= ms(lastOpenedAt), "the first opening comes first"],
    [status !== "pending" || firstOpenedAt === null, "a pending link was not opened"],
    [status !== "launched" || firstOpenedAt !== null, "a launched link was opened"],
    [status !== "expired" || ms(clock.endedAt) >= ms(expiresAt), "nothing expires before expiresAt"],
    [!isIdle || ms(clock.startedAt) < ms(expiresAt), "an idle link is expired from expiresAt on (D-2)"],
    [ms(link.createdAt) <= ms(link.updatedAt), "updatedAt is not before createdAt"],
  ]);
}

/** The rules of the list (§4.2, D-14). Which links are on the page is a matter of the search. */
function findPageFault({ items, page, size, hasMore }: LinkPage, call: Call): string | null {
  const { query } = call.request;
  const isFull = items.length === size && (page + 1) * size <= 100_000;
  const isOrdered = items.every((link, n) => n === 0 || link.partnerReference < (items[n - 1]?.partnerReference ?? 0));
  return (
    findBroken([
      [page === appliedPage(query), "the page that was applied"],
      [size === appliedSize(query), "the size that was applied"],
      [items.length <= size, "no more links than the size"],
      [hasMore === isFull, "hasMore where the page is full and the next one is within the horizon"],
      [isOrdered, "the newest link comes first"],
      [items.every((link) => fitsFilters(link, query)), "every link fits the filters"],
    ]) ??
    items.map((link) => findLinkFault(link, call)).find((fault) => fault !== null) ??
    null
  );
}

/** Whether a link fits the filters of a list, also the one of its status. */
const fitsFilters = (link: LinkRecord, query: Call["request"]["query"]): boolean =>
  fitsFixedFilters(link, query) && (query.status === undefined || [query.status].flat().includes(link.status));

/** Whether a link fits the filters of a list by what never changes: its amount and its creation. */
export const fitsFixedFilters = (
  { amount, createdAt }: Pick<LinkRecord, "amount" | "createdAt">,
  query: Call["request"]["query"],
): boolean =>
  Number(query.minAmount ?? 0) <= amount &&
  amount <= Number(query.maxAmount ?? Number.POSITIVE_INFINITY) &&
  (typeof query.createdFrom !== "string" || ms(query.createdFrom) <= ms(createdAt)) &&
  (typeof query.createdTo !== "string" || ms(createdAt) <= ms(query.createdTo));

/** The arithmetic of the options of a look-up (D-29), and the order of its options. */
function findLookupFault(answer: Readonly<Record<string, unknown>>, { request }: Call): string | null {
  const options = Array.isArray(answer.options) ? (answer.options as Readonly<Record<string, number | null>>[]) : [];
  const base = (member(request, "baseAmount") as number | undefined) ?? null;
  const share = (member(request, "customerCommissionShareBps") as number | undefined) ?? 0;
  const counts = options.map(({ installmentCount }) => installmentCount ?? 0);
  return findBroken([
    [counts.every((count, n) => n === 0 || count > (counts[n - 1] ?? 0)), "options are ascending (§4.9)"],
    ...options.map(({ rateBps, fixedFee, ...option }): Rule => {
      const commission = base === null ? null : Math.floor((base * (rateBps ?? 0)) / 10_000) + (fixedFee ?? 0);
      const borne = commission === null ? null : Math.floor((commission * share) / 10_000);
      const total = base === null || borne === null ? null : base + borne;
      const right = { baseAmount: base, commissionAmount: commission, customerShareAmount: borne, totalAmount: total };
      return [Object.entries(right).every(([name, value]) => option[name] === value), "amounts of options by D-29"];
    }),
    [answer.status !== "open" || answer.reasonCode === null, "an open account has no reason (D-33)"],
    [answer.status !== "held" || answer.canCreatePayments === false, "a held account creates nothing (D-33)"],
  ]);
}
