import { eventType, type Inngest } from "inngest";
import { z } from "zod";
import { plusMs } from "@/server/domain/clock";
import type { BackgroundSignals, Ctx } from "@/server/usecases/ctx";
import { attemptDeliveries } from "@/server/usecases/webhooks/attempt-deliveries";
import { type MadeDelivery, relayBatchSize, relayOutbox } from "@/server/usecases/webhooks/relay-outbox";
import { resendDeliveries } from "@/server/usecases/webhooks/resend-deliveries";

// Rows decide what is due; functions only wake (D-173):
// 1. A signal after a commit starts a function immediately.
// 2. A run sleeps until the next instant of its rows, then reads the rows again.
// 3. The sweep of each minute does everything that is still due (sweep.ts).
// A signal, a run or a sweep may therefore happen twice, late or never.

// The events by which signals start functions. They hold ids, and the instant of a manual request; everything else
// is read from the database (S2).

/** Signals that events wait in the outbox. */
export const outboxWritten = eventType("webhook/outbox.written");

/** Signals that deliveries of one account were created and are due. */
export const deliveriesCreated = eventType("webhook/deliveries.created", {
  schema: z.object({ partnerId: z.string(), deliveryIds: z.array(z.string()) }),
});

/** Requests that deliveries of an account are sent again; those that were sent since `askedAt` are skipped. */
export const resendsRequested = eventType("webhook/resends.wanted", {
  schema: z.object({ partnerId: z.string(), deliveryIds: z.array(z.string()), askedAt: z.string() }),
});

/** Signals that a mail was committed to the outbox (D-231). */
export const mailWritten = eventType("mail/outbox.written", { schema: z.object({ mailId: z.string() }) });

/** Signals that a capture's outcome is unknown and the bank must be inquired (D-46). */
export const captureUnknown = eventType("capture/outcome.unknown", {
  schema: z.object({ attemptId: z.string() }),
});

/** Signals that a refund's outcome is unknown and the bank must be inquired (D-46). */
export const refundUnknown = eventType("refund/outcome.unknown", {
  schema: z.object({ refundId: z.string() }),
});

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
  | typeof mailWritten.create
  | typeof captureUnknown.create
  | typeof refundUnknown.create
  | typeof deliveriesCreated.create
  | typeof resendsRequested.create
>;

/**
 * Creates the sender of the events that trigger functions. A signal returns immediately; one that fails delays the work
 * by a minute at most (D-48). A request to send deliveries again is awaited instead, because no row would remember it.
 */
export function createSignalSender(
  { realTime, log }: Pick<Ctx, "realTime" | "log">,
  send: (events: SignalEvent[]) => Promise<unknown>,
): SignalSender {
  const sending = new Set<Promise<unknown>>();
  /** Ends the pause after an outbox signal; null while there is none. */
  let endPause: (() => void) | null = null;
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
    endPause = null;
    if (!isPending) return;
    if (sending.size < sendingMax) {
      isPending = false;
      sendSignal(outboxWritten.create());
    }
    endPause = realTime.after(outboxSignalEveryMs, sendOutboxSignal);
  };
  return {
    outboxWritten() {
      if (isStopped) return;
      isPending = true;
      if (!endPause) sendOutboxSignal();
    },
    mailWritten(mailIds) {
      if (!isStopped) sendSignal(...mailIds.map((mailId) => mailWritten.create({ mailId })));
    },
    captureUnknown(attemptId) {
      if (!isStopped) sendSignal(captureUnknown.create({ attemptId }));
    },
    refundUnknown(refundId) {
      if (!isStopped) sendSignal(refundUnknown.create({ refundId }));
    },
    deliveriesCreated(made) {
      if (!isStopped && made.length > 0) sendSignal(...createDeliveryEvents(made));
    },
    async resendsRequested({ partnerId, deliveryIds, askedAt }) {
      if (isStopped) throw new Error("Background work has stopped");
      const data = { partnerId, deliveryIds: [...deliveryIds], askedAt: askedAt.toISOString() };
      await send([resendsRequested.create(data)]);
    },
    async stop() {
      isStopped = true;
      endPause?.();
      while (sending.size > 0) await Promise.all(sending);
    },
  };
}

/** The number of deliveries of one account that one run sends, one after the other. */
export const deliveriesPerRun = 50;

/**
 * Creates the events that start runs for new deliveries: one for each account, or several when it has more deliveries
 * than a run sends.
 */
function createDeliveryEvents(made: readonly MadeDelivery[]): ReturnType<typeof deliveriesCreated.create>[] {
  const idsByAccount = new Map<string, string[]>();
  for (const { partnerId, deliveryId } of made) {
    idsByAccount.set(partnerId, [...(idsByAccount.get(partnerId) ?? []), deliveryId]);
  }
  return [...idsByAccount].flatMap(([partnerId, ids]) =>
    Array.from({ length: Math.ceil(ids.length / deliveriesPerRun) }, (_, n) =>
      deliveriesCreated.create({
        partnerId,
        deliveryIds: ids.slice(n * deliveriesPerRun, (n + 1) * deliveriesPerRun),
      }),
    ),
  );
}

/**
 * The number of batches that one run relays. The results of all steps are sent with each later call of a run, so a long
 * queue is split among several runs.
 */
export const roundsPerRun = 4;

/** Relays the outbox: creates deliveries from its events and starts runs that send those of each account. */
export const relayOutboxFunction = (client: Inngest, ctx: Ctx) =>
  client.createFunction(
    { id: "relay-outbox", triggers: [outboxWritten], concurrency: 1, retries: 3 },
    async ({ step }) => {
      for (let round = 1; round <= roundsPerRun; round++) {
        const made = await step.run(`relay-${round}`, () => ctx.dueWork.shared(() => relayOutbox(ctx)));
        if (made.length > 0) await step.sendEvent(`deliver-${round}`, createDeliveryEvents(made));
        if (made.length < relayBatchSize) return;
      }
      await step.sendEvent("go-on", outboxWritten.create());
    },
  );

/**
 * How many runs may send to one receiver at once, across all processes, since an account has one address (D-34). Sweeps
 * and manual resends have the limit of their own process (`receiverSlots`).
 */
const deliverRunsPerAccount = 2;

/** Attempts deliveries of one account until each has ended, and sleeps until the next attempt is due (§6.4). */
export const deliverWebhookFunction = (client: Inngest, ctx: Ctx) =>
  client.createFunction(
    {
      id: "deliver-webhook",
      triggers: [deliveriesCreated],
      concurrency: { key: "event.data.partnerId", limit: deliverRunsPerAccount },
      retries: 5,
    },
    async ({ event, step }) => {
      const { partnerId, deliveryIds } = event.data;
      for (let round = 1; ; round++) {
        const next = await step.run(`attempt-${round}`, () =>
          ctx.dueWork.shared(async () => {
            const { nextAttemptAt } = await attemptDeliveries(ctx, { partnerId, deliveryIds });
            return toRealTime(ctx, nextAttemptAt);
          }),
        );
        if (next === null) return;
        // The next step reads the rows again, because the sandbox clock or the sweep may have attempted meanwhile.
        await step.sleepUntil(`wait-${round}`, next);
      }
    },
  );

/**
 * Converts an instant of the product's clock to real time, as ISO text; null stays null. Functions sleep in real time,
 * and the sandbox clock may be ahead of it (D-47).
 */
export const toRealTime = ({ clock, realTime }: Pick<Ctx, "clock" | "realTime">, instant: Date | null): string | null =>
  instant && plusMs(realTime.now(), instant.getTime() - clock.now().getTime()).toISOString();

/**
 * The limit of parallel runs per account across all processes. One of the two places at the receiver (D-34) stays free
 * for new deliveries.
 */
const resendRunsPerAccount = 1;

/** Sends the requested deliveries of one account again (D-35), each once. */
export const resendDeliveriesFunction = (client: Inngest, ctx: Ctx) =>
  client.createFunction(
    {
      id: "resend-deliveries",
      triggers: [resendsRequested],
      concurrency: { key: "event.data.partnerId", limit: resendRunsPerAccount },
      retries: 5,
    },
    async ({ event, step }) => {
      const { partnerId, deliveryIds, askedAt } = event.data;
      let handled = 0;
      for (let round = 1; handled < deliveryIds.length; round++) {
        const left = deliveryIds.slice(handled);
        // The result of a step is kept and sent with every later call, so it is a count and not a list.
        handled += await step.run(`resend-${round}`, () =>
          resendDeliveries(ctx, { partnerId, deliveryIds: left, askedAt: new Date(askedAt) }),
        );
      }
    },
  );
