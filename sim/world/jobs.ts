import { continueCaptureInquiry } from "@/server/usecases/captures/continue-capture-inquiry";
import type { BackgroundSignals, Ctx, Log } from "@/server/usecases/ctx";
import { sendMail } from "@/server/usecases/mail/send-mail";
import { doDueWork } from "@/server/usecases/operations/do-due-work";
import { continueRefundInquiry } from "@/server/usecases/refunds/continue-refund-inquiry";
import { attemptDeliveries } from "@/server/usecases/webhooks/attempt-deliveries";
import { relayOutbox } from "@/server/usecases/webhooks/relay-outbox";
import { resendDeliveries } from "@/server/usecases/webhooks/resend-deliveries";
import type { MachineParts } from "./machine-parts";

/** The background jobs of a process: what signals start, and the sweeps. Nothing of it survives a crash. */
export interface Jobs {
  readonly signals: BackgroundSignals;
  /** Gives the jobs the context in which they work. */
  connect(ctx: Ctx): void;
  /** Does what is due. While it is being done, it is not begun again. */
  sweep(): void;
  /** The simulated time at which the last sweep began that did all that was due, ms; null before the first. */
  sweptFrom(): number | null;
}

/** The pause between the commit of an event and its relay, ms. */
const relayAfterMs = 50;

/** A sweep that takes longer may have left work to the next one: it begins nothing after 40 s. */
const wholeSweepMs = 30_000;

/** A run whose work fails goes on after this time, ms. What fails more often is left to the sweep. */
const againAfterMs = 1_000;
const triesMax = 3;

export function createJobs({ realTime, owner }: MachineParts, log: Log): Jobs {
  let known: Ctx | null = null;
  let isRelayPlanned = false;
  let isSweeping = false;
  let sweptFrom: number | null = null;
  const context = (): Ctx => {
    if (!known) throw new Error("The jobs have no context yet");
    return known;
  };

  /** Repeats the steps of a run, each when the step before says so, until one says that all is done. */
  const run = async (name: string, step: (ctx: Ctx) => Promise<Date | null>): Promise<void> => {
    for (let failures = 0; failures < triesMax && owner.isAlive; ) {
      try {
        const ctx = context();
        const next = await ctx.dueWork.shared(() => step(ctx));
        if (next === null) return;
        await realTime.sleep(Math.max(1, next.getTime() - ctx.clock.now().getTime()));
      } catch (err) {
        failures += 1;
        if (owner.isAlive) log.warn({ err, job: name }, "A job failed");
        await realTime.sleep(againAfterMs);
      }
    }
  };
  const relay = async (ctx: Ctx): Promise<null> => {
    signals.deliveriesCreated(await relayOutbox(ctx));
    return null;
  };
  const signals: BackgroundSignals = {
    outboxWritten() {
      if (isRelayPlanned) return;
      isRelayPlanned = true;
      realTime.after(relayAfterMs, () => {
        isRelayPlanned = false;
        void run("relay", relay);
      });
    },
    mailWritten(mailIds) {
      for (const mailId of mailIds) void run("mail", async (ctx) => (await sendMail(ctx, { mailId })).nextAttemptAt);
    },
    captureUnknown: (attemptId) =>
      void run("inquiry", async (ctx) => (await continueCaptureInquiry(ctx, { attemptId })).nextInquiryAt),
    refundUnknown: (refundId) =>
      void run("inquiry", async (ctx) => (await continueRefundInquiry(ctx, { refundId })).nextInquiryAt),
    deliveriesCreated(made) {
      for (const [partnerId, deliveryIds] of groupByPartner(made)) {
        void run("delivery", async (ctx) => (await attemptDeliveries(ctx, { partnerId, deliveryIds })).nextAttemptAt);
      }
    },
    async resendsRequested(wanted) {
      void run("resend", async (ctx) => {
        await resendDeliveries(ctx, wanted);
        return null;
      });
    },
  };
  const sweep = async (ctx: Ctx): Promise<void> => {
    const from = realTime.monotonicMs();
    isSweeping = true;
    try {
      await ctx.dueWork.shared(() => doDueWork(ctx, { until: ctx.clock.now() }));
      if (realTime.monotonicMs() - from <= wholeSweepMs) sweptFrom = from;
    } catch (err) {
      if (owner.isAlive) log.error({ err }, "Due work could not be done");
    }
    isSweeping = false;
  };
  return {
    signals,
    connect: (ctx) => {
      known = ctx;
    },
    sweep() {
      if (!isSweeping) void sweep(context());
    },
    sweptFrom: () => sweptFrom,
  };
}

type Made = Parameters<BackgroundSignals["deliveriesCreated"]>[0];

function groupByPartner(made: Made): ReadonlyMap<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { partnerId, deliveryId } of made) groups.set(partnerId, [...(groups.get(partnerId) ?? []), deliveryId]);
  return groups;
}
