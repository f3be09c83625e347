import type { BackgroundSignals, Log } from "@/server/usecases/ctx";
import { createDeliveryEvents } from "./delivery-events";
import { captureUnknown, type deliveriesCreated, outboxWritten, refundUnknown, resendsRequested } from "./events";

/** The shortest pause between two outbox signals, ms. One signal lets the relay find every event written until then. */
export const outboxSignalEveryMs = 50;

/**
 * The limit of outbox signals that are being sent, so a server that hangs is not flooded. The next signal covers all
 * events.
 */
const sendingMax = 4;

export interface SignalSender extends BackgroundSignals {
  /** Waits for the signals that are being sent; sends none afterwards. */
  stop(): Promise<void>;
}

type SignalEvent = ReturnType<
  | typeof outboxWritten.create
  | typeof captureUnknown.create
  | typeof refundUnknown.create
  | typeof deliveriesCreated.create
  | typeof resendsRequested.create
>;

/**
 * Creates the sender of the events that trigger functions. A signal returns immediately; one that fails delays the work
 * by a minute at most (D-48). A request to send deliveries again is awaited instead, because no row would remember it.
 */
export function createSignalSender(send: (events: SignalEvent[]) => Promise<unknown>, log: Log): SignalSender {
  const sending = new Set<Promise<unknown>>();
  let pause: NodeJS.Timeout | null = null;
  let isPending = false;
  let isStopped = false;

  const sendSignal = (...events: SignalEvent[]): void => {
    const sent = send(events)
      .catch((error: unknown) => log.warn({ err: error, event: events[0]?.name }, "A signal was not sent"))
      .finally(() => sending.delete(sent));
    sending.add(sent);
  };
  /**
   * Sends a pending outbox signal, then at most one in each pause; an event committed after a signal gets another one.
   */
  const sendOutboxSignal = (): void => {
    pause = null;
    if (!isPending) return;
    if (sending.size < sendingMax) {
      isPending = false;
      sendSignal(outboxWritten.create());
    }
    pause = setTimeout(sendOutboxSignal, outboxSignalEveryMs);
  };
  return {
    outboxWritten() {
      if (isStopped) return;
      isPending = true;
      if (!pause) sendOutboxSignal();
    },
    captureUnknown(attemptId) {
      if (!isStopped) sendSignal(captureUnknown.create({ attemptId }));
    },
    refundUnknown(refundId) {
      if (!isStopped) sendSignal(refundUnknown.create({ refundId }));
    },
    deliveriesMade(made) {
      if (!isStopped && made.length > 0) sendSignal(...createDeliveryEvents(made));
    },
    async resendsRequested({ partnerId, deliveryIds, askedAt }) {
      if (isStopped) throw new Error("Background work has stopped");
      const data = { partnerId, deliveryIds: [...deliveryIds], askedAt: askedAt.toISOString() };
      await send([resendsRequested.create(data)]);
    },
    async stop() {
      isStopped = true;
      if (pause) clearTimeout(pause);
      while (sending.size > 0) await Promise.all(sending);
    },
  };
}
