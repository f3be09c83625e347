import { TooLargeError } from "./history";
import { cancelLink, createLink, getLink, listLink } from "./links";
import { isOpenLink, listHiddenMoves } from "./moves";
import { createPayment, findPayment, getPayment } from "./payments";
import { getRefund, listRefunds, settleRefund, startRefund } from "./refunds";
import { type Event, emptyState, type Outcome, type State, type World } from "./state";

/**
 * The search for a linearization (Wing and Gong; Lowe's memory of visited pairs): an order of the events, each at one
 * point between its call and its answer, in which the model gives exactly these answers.
 */

/** A point of the search: the events that happened, as bits, and the state after them. */
interface Point {
  readonly done: bigint;
  readonly state: State;
}

/** The limit of a search, and the name of what it is about. */
export interface SearchLimit {
  readonly subject: string;
  readonly statesMax: number;
}

const bit = (n: number): bigint => 1n << BigInt(n);

/** The events of one part of a history, in the order in which they are tried: by their answers, then by their calls. */
export class Search {
  private readonly places: ReadonlyMap<Event, number>;
  /** For each call without an answer: the equal ones that were sent before it. */
  private readonly twins: readonly (readonly number[])[];

  constructor(
    private readonly events: readonly Event[],
    private readonly world: World,
  ) {
    this.places = new Map(events.map((event, n) => [event, n]));
    const keys = events.map((event) => writeTwin(event, world));
    this.twins = keys.map((key, n) =>
      key === null ? [] : keys.flatMap((other, m) => (m < n && other === key ? m : [])),
    );
  }

  /**
   * Returns whether the events have a linearization.
   * @throws TooLargeError above `statesMax` points
   */
  isExplained(limit: SearchLimit): boolean {
    for (const { done } of this.walk(limit)) if (this.isComplete(done)) return true;
    return false;
  }

  /**
   * Lists in words what the model would have allowed as an answer of a further event, after all of these.
   * @throws TooLargeError above `statesMax` points
   */
  listAllowed(event: Event, limit: SearchLimit): string[] {
    const says = [...this.walk(limit)]
      .filter(({ done }) => this.isComplete(done))
      .flatMap(({ state }) => spread(state, event, this.world, () => false))
      .flatMap((state) => listOutcomes(state, event, this.world))
      .map((outcome) => outcome.says);
    return [...new Set(says)].sort();
  }

  private isComplete(done: bigint): boolean {
    return this.events.every(({ isCertain }, n) => !isCertain || (done & bit(n)) !== 0n);
  }

  /** Yields all points that can be reached, each once, the deepest first. */
  private *walk({ subject, statesMax }: SearchLimit): Generator<Point> {
    const start: Point = { done: 0n, state: emptyState };
    const reached = new Set([writePoint(start)]);
    const stack = [start];
    for (let point = stack.pop(); point; point = stack.pop()) {
      yield point;
      for (const next of this.listAfter(point)) {
        const key = writePoint(next);
        if (reached.has(key)) continue;
        if (reached.size >= statesMax) throw new TooLargeError(subject, statesMax);
        reached.add(key);
        stack.push(next);
      }
    }
  }

  /**
   * Lists the points that one event more leads to. An answer that is right as things are and changes nothing can always
   * come first, so nothing else is tried then.
   */
  private listAfter({ done, state }: Point): Point[] {
    const next = this.listNext(done);
    for (const { n, event } of next) {
      const outcomes = event.isCertain ? listOutcomes(state, event, this.world) : [];
      if (outcomes.some((outcome) => outcome.fits && outcome.next === state)) {
        return [{ done: done | bit(n), state }];
      }
    }
    // What is pushed last is tried first.
    return next.reverse().flatMap(({ n, event }) =>
      advance(state, event, this.world)
        .map((each) => ({ done: done | bit(n), state: each }))
        .filter((point) => !this.isHopeless(point)),
    );
  }

  /** Whether an answer that has still to be explained can never come any more. */
  private isHopeless({ done, state }: Point): boolean {
    return this.events.some(
      (event, n) => event.isCertain && (done & bit(n)) === 0n && (isPassed(state, event) || lacksRefund(state, event)),
    );
  }

  /** Lists the events that can be next: those that began before any event that is still open was answered. */
  private listNext(done: bigint): { readonly n: number; readonly event: Event }[] {
    const isOpen = (n: number) => (done & bit(n)) === 0n;
    const firstEnd = this.events.find(({ isCertain }, n) => isCertain && isOpen(n))?.to ?? Number.POSITIVE_INFINITY;
    return this.events.flatMap((event, n) => {
      const before = event.after && this.places.get(event.after);
      const isReady = isOpen(n) && event.from <= firstEnd && !(before != null && isOpen(before));
      return isReady && !this.twins[n]?.some(isOpen) ? { n, event } : [];
    });
  }
}

/** Whether a final status, or the opening of a link, is later than what an answer shows. */
function isPassed({ payments, links }: State, { source: { reply }, ask }: Event): boolean {
  const shown = reply.payment ?? reply.created;
  const payment = shown && payments.find(({ code }) => code === shown.paymentCode);
  if (payment && payment.status !== "initiated" && payment.status !== shown.status) return true;
  const shownLink = ask.kind === "listed" ? ask.link : reply.link;
  const link = shownLink && links.find(({ id }) => id === shownLink.id);
  if (!link || link.status === shownLink.status) return false;
  return (
    !isOpenLink(link) ||
    shownLink.status === "pending" ||
    (shownLink.status === "launched" && link.status !== "pending")
  );
}

/** Whether a refund exists that an answer about its payment does not list. */
function lacksRefund({ payments }: State, { source: { reply, call } }: Event): boolean {
  const items = reply.payment?.refund.items ?? reply.refunds;
  const paymentCode = reply.payment?.paymentCode ?? call.request.params.paymentCode;
  const payment = items && payments.find(({ code }) => code === paymentCode);
  return payment?.refunds.some(({ id }) => items?.every(({ refundId }) => refundId !== id)) ?? false;
}

const writePoint = ({ done, state }: Point): string => `${done}${JSON.stringify(state)}`;

/**
 * Calls without an answer that ask for the same are alike: the one that was sent first can stand for each of them. A
 * call that is known to have created something stands for itself.
 */
const writeTwin = ({ isCertain, source: { call, account } }: Event, { dossier }: World): string | null =>
  isCertain || dossier.isCreator(call.number) ? null : JSON.stringify([account, call.request]);

/**
 * Returns the states after an event, with as few hidden moves before it as the answer needs: what is not needed yet can
 * still happen later. Only a cancellation ends possibilities, so that every move before it is looked at. A call without
 * an answer happens only where it changes something.
 */
function advance(state: State, event: Event, world: World): State[] {
  const found = new Map<string, State>();
  const isLast = event.source.call.request.operation === "cancelPaymentLink";
  const isEnough = (at: State, outcomes: readonly Outcome[]) =>
    !isLast && outcomes.some((outcome) => isIt(outcome, event, at));
  for (const each of spread(state, event, world, isEnough)) {
    for (const outcome of listOutcomes(each, event, world)) {
      if (isIt(outcome, event, each)) found.set(JSON.stringify(outcome.next), outcome.next);
    }
  }
  return [...found.values()];
}

const isIt = ({ fits, next }: Outcome, { isCertain }: Event, before: State): boolean =>
  fits && (isCertain || next !== before);

/** Lists a state and what hidden moves make of it. No move is added where `isEnough` says so. */
function spread(
  state: State,
  event: Event,
  world: World,
  isEnough: (state: State, outcomes: readonly Outcome[]) => boolean,
): State[] {
  const seen = new Map([[JSON.stringify(state), state]]);
  for (const each of seen.values()) {
    if (isEnough(each, listOutcomes(each, event, world))) continue;
    for (const moved of listHiddenMoves(each, event, world)) {
      const key = JSON.stringify(moved);
      if (!seen.has(key)) seen.set(key, moved);
    }
  }
  return [...seen.values()];
}

/** Lists what the contract allows as the answer of an event in a state. */
function listOutcomes(state: State, event: Event, world: World): Outcome[] {
  const { ask } = event;
  if (ask.kind === "settled") return settleRefund(state, ask.refundId, ask.status);
  if (ask.kind === "listed") return listLink(state, event, world, ask);
  return specification[event.source.call.request.operation]?.(state, event, world) ?? [];
}

type Specification = (state: State, event: Event, world: World) => Outcome[];
const specification: Readonly<Record<string, Specification>> = {
  createPayment,
  getPayment,
  findPayment,
  refundPayment: (state, event, world) => startRefund(state, event, world, "automatic"),
  creditPayment: (state, event, world) => startRefund(state, event, world, "credit"),
  voidPayment: (state, event, world) => startRefund(state, event, world, "void"),
  listRefunds,
  getRefundOfPayment: getRefund,
  findRefund: getRefund,
  getRefund,
  createPaymentLink: createLink,
  getPaymentLink: getLink,
  cancelPaymentLink: cancelLink,
};
