import { fitsFixedFilters } from "./answer-checks";
import { type Dossier, orderKey, type ReadCall, refundKey } from "./dossier";
import type { OperationId } from "./history";
import { listCandidates } from "./links";
import { type LinkPage, noReply } from "./records";
import { isStateRefusal, textMember } from "./requests";
import type { Event } from "./state";

/**
 * Divides a history into parts that do not depend on one another: the payments of an order code with their refunds, a
 * link with its payments. A code of a refund that two payments use joins their parts, since it is unique (D-27).
 */
export interface Part {
  readonly subject: string;
  readonly events: readonly Event[];
}

const writes: readonly OperationId[] = [
  "createPayment",
  "refundPayment",
  "creditPayment",
  "voidPayment",
  "createPaymentLink",
  "cancelPaymentLink",
];

export function partition(calls: readonly ReadCall[], dossier: Dossier): Part[] {
  const groups = new Groups();
  const placed = calls.flatMap((source) => placeEvents(source, dossier));
  for (const { keys } of placed) groups.join(keys);
  const parts = new Map<string, Event[]>();
  for (const { event, keys } of placed) {
    const root = groups.find(keys[0] ?? "");
    parts.set(root, [...(parts.get(root) ?? []), event]);
  }
  return [...parts].map(([subject, events]) => ({ subject, events: events.sort(compareEvents) }));
}

/** The order in which the search tries events: by their answers, those without an answer by their beginnings. */
const compareEvents = (a: Event, b: Event): number =>
  (a.to === b.to ? 0 : a.to - b.to) || a.from - b.from || a.source.call.number - b.source.call.number;

interface PlacedEvent {
  readonly event: Event;
  /** What the event depends on: order codes, payments, refunds, links. */
  readonly keys: readonly string[];
}

/** Returns the events of a call; none where it neither shows nor changes a state. */
function placeEvents(source: ReadCall, dossier: Dossier): PlacedEvent[] {
  const { call, reply } = source;
  const { operation } = call.request;
  if (reply.other) return [];
  if (reply.kind === "none" && !writes.includes(operation)) return [];
  if (reply.kind === "refused" && !isStateRefusal(call.request, reply)) return [];
  if (reply.page) return placePage(source, reply.page, dossier);
  const keys = listKeys(source, dossier);
  if (keys.length === 0) return [];
  const event = toEvent(source, { kind: "call" }, null);
  const { started } = reply;
  if (!started || started.status === "pending") return [{ event, keys }];
  const { refundId, status } = started;
  return [
    { event, keys },
    { event: toEvent(source, { kind: "settled", refundId, status }, event), keys },
  ];
}

const toEvent = (source: ReadCall, ask: Event["ask"], after: Event | null): Event => ({
  source,
  ask,
  after,
  from: source.call.startedAt,
  to: source.reply.kind === "none" ? Number.POSITIVE_INFINITY : (source.call.endedAt ?? Number.POSITIVE_INFINITY),
  isCertain: source.reply.kind !== "none",
});

function listKeys(source: ReadCall, dossier: Dossier): string[] {
  const { call, account, reply } = source;
  const { operation, params, query } = call.request;
  const { created, payment, started, refund, link } = reply;
  const sent = operation === "createPayment" ? textMember(call.request, "partnerTxCode") : query.partnerTxCode;
  const refundCode = query.partnerRefundCode ?? textMember(call.request, "partnerRefundCode");
  const candidates =
    operation === "createPaymentLink" && reply.kind === "none" ? listCandidates({ source }, { dossier }) : [];
  const keys = [
    sent && orderKey(account, String(sent)),
    sent && dossier.find(orderKey(account, String(sent)), "link"),
    payment && orderKey(account, payment.partnerTxCode),
    params.paymentCode ?? created?.paymentCode ?? payment?.paymentCode ?? refund?.paymentCode,
    params.paymentCode && findOrder(params.paymentCode, dossier),
    payment?.paymentLinkId ?? link?.id ?? params.id,
    params.refundId ?? started?.refundId ?? refund?.refundId,
    refundCode && refundKey(account, String(refundCode)),
    ...candidates,
  ];
  return keys.filter((key): key is string => typeof key === "string" && key !== "");
}

/** Returns the order code of a payment, or its link, where they are known. */
function findOrder(code: string, dossier: Dossier): string | undefined {
  const { linkId, order } = dossier.findPayment(code);
  return linkId ?? (dossier.find(code, "partnerTxCode") === undefined ? undefined : order);
}

/** A list shows each link of the account at one point: as it is in the list, or missing where it has to be there. */
function placePage(source: ReadCall, page: LinkPage, dossier: Dossier): PlacedEvent[] {
  const { items, page: number, size } = page;
  const first = number === 0 ? Number.POSITIVE_INFINITY : (items[0]?.partnerReference ?? 0);
  const last = items.length === size ? (items.at(-1)?.partnerReference ?? 0) : 0;
  const { query } = source.call.request;
  return dossier.listLinks().flatMap((linkId) => {
    const link = items.find(({ id }) => id === linkId) ?? null;
    const reference = Number(dossier.find(linkId, "partnerReference") ?? 0);
    const amount = Number(dossier.find(linkId, "amount"));
    const createdAt = String(dossier.find(linkId, "createdAt"));
    const isOwn = dossier.find(linkId, "account") === source.account;
    const isDue = isOwn && last < reference && reference < first && fitsFixedFilters({ amount, createdAt }, query);
    return link || isDue ? [{ event: toEvent(source, { kind: "listed", linkId, link }, null), keys: [linkId] }] : [];
  });
}

/**
 * Returns the events as they were known when a call had just been answered: later answers are taken away, and so are
 * calls that began later.
 */
export function cutAfter(events: readonly Event[], { call: last }: ReadCall): Event[] {
  const end = last.endedAt ?? Number.POSITIVE_INFINITY;
  const cut = events.flatMap((event) => {
    const { call } = event.source;
    const answeredAt = call.endedAt ?? Number.POSITIVE_INFINITY;
    if (call.startedAt > end) return [];
    if (!event.isCertain || answeredAt < end || (answeredAt === end && call.number <= last.number)) return event;
    return event.ask.kind === "call" && writes.includes(call.request.operation)
      ? toEvent(withoutAnswer(event.source), event.ask, null)
      : [];
  });
  return cut.sort(compareEvents);
}

/** Returns a call as if no answer had come. */
export function withoutAnswer({ call, account }: ReadCall): ReadCall {
  const clock = { startedAt: call.clock.startedAt, endedAt: null };
  return { call: { ...call, endedAt: null, answer: null, clock }, account, reply: noReply };
}

/** Groups of keys that belong together (union-find). */
class Groups {
  private readonly parents = new Map<string, string>();

  find(key: string): string {
    const parent = this.parents.get(key) ?? key;
    if (parent === key) return key;
    const root = this.find(parent);
    this.parents.set(key, root);
    return root;
  }

  join([first, ...others]: readonly string[]): void {
    if (first === undefined) return;
    for (const other of others) this.parents.set(this.find(other), this.find(first));
  }
}
