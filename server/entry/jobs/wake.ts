import type { BackgroundSignals, Log } from "@/server/usecases/ctx";
import { bundle } from "./bundles";
import {
  type deliveriesCreated,
  outboxWritten,
  outcomeUnknown,
  refundUnknown,
  resendsWanted,
} from "./events";

/** One wake-up of the relay finds whatever was written until then, so many events need few of them. ms. */
export const wakeEveryMs = 50;

/** A server that hangs is not flooded: the wake-up that is due next tells it of everything since. */
const sendingMax = 4;

export interface Waker extends BackgroundSignals {
  /** Waits for what is being sent; wakes nobody any more. */
  stop(): Promise<void>;
}

type WakeEvent = ReturnType<
  | typeof outboxWritten.create
  | typeof outcomeUnknown.create
  | typeof refundUnknown.create
  | typeof deliveriesCreated.create
  | typeof resendsWanted.create
>;

/**
 * Sends the events that wake functions. A call returns at once; one that fails costs a minute at most (D-48), except where
 * somebody's wish is in it, which is waited for.
 */
export function createWaker(send: (events: WakeEvent[]) => Promise<unknown>, log: Log): Waker {
  const sending = new Set<Promise<unknown>>();
  let pause: NodeJS.Timeout | null = null;
  let isAwaited = false;
  let isStopped = false;

  const wake = (...events: WakeEvent[]): void => {
    const sent = send(events)
      .catch((error: unknown) => log.warn({ err: error, event: events[0]?.name }, "A wake-up was not sent"))
      .finally(() => sending.delete(sent));
    sending.add(sent);
  };
  /** At once, then at most once in each pause; what is committed after a send is followed by another one. */
  const takeTurn = (): void => {
    pause = null;
    if (!isAwaited) return;
    if (sending.size < sendingMax) {
      isAwaited = false;
      wake(outboxWritten.create());
    }
    pause = setTimeout(takeTurn, wakeEveryMs);
  };
  return {
    outboxWritten() {
      if (isStopped) return;
      isAwaited = true;
      if (!pause) takeTurn();
    },
    captureUnknown(attemptId) {
      if (!isStopped) wake(outcomeUnknown.create({ attemptId }));
    },
    refundUnknown(refundId) {
      if (!isStopped) wake(refundUnknown.create({ refundId }));
    },
    deliveriesMade(made) {
      if (!isStopped && made.length > 0) wake(...bundle(made));
    },
    async resendsRequested({ partnerId, deliveryIds, askedAt }) {
      if (isStopped) throw new Error("Background work has stopped");
      const data = { partnerId, deliveryIds: [...deliveryIds], askedAt: askedAt.toISOString() };
      await send([resendsWanted.create(data)]);
    },
    async stop() {
      isStopped = true;
      if (pause) clearTimeout(pause);
      while (sending.size > 0) await Promise.all(sending);
    },
  };
}
