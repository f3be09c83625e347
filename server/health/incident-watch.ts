import { hours, minutes, systemClock } from "@/server/domain/clock";
import { summarise, toIncidentBody } from "@/server/domain/operations/incident-messages";
import {
  type DatabaseProbe,
  followLooks,
  type Look,
  lookAtCalendar,
  lookAtClock,
  lookAtDatabase,
  lookAtFunctions,
  lookAtRedis,
  lookEveryMs,
  type Sighting,
} from "@/server/domain/operations/watch-rules";
import type { Env } from "@/server/env";
import { createDatabaseProber, type DatabaseProber } from "@/server/store/database-probe";
import type { Db } from "@/server/store/db";
import type { Ctx } from "@/server/usecases/ctx";
import { sendMail } from "@/server/usecases/mail/send-mail";
import { announceAlerts } from "@/server/usecases/operations/announce-alerts";
import { recordReceivers } from "@/server/usecases/operations/record-receivers";
import { recordSightings } from "@/server/usecases/operations/record-sightings";
import { sendIncidentMessages } from "@/server/usecases/operations/send-incident-messages";
import { getSweepAges } from "@/server/usecases/operations/sweep-queries";
import { lookAtCertificates, lookAtDisks, lookIntoPool, machine } from "./looks";

export interface IncidentWatchSettings {
  /** Whether Redis answers, within half a second; null where none is configured. */
  isRedisAnswering(): Promise<boolean | null>;
  /** Whether what runs the functions answers: the executor of this database, or the Inngest server. */
  isEngineAnswering(): Promise<boolean>;
  /**
   * The connections with which it reads and writes: its own, so that it can say that those of the product are used up.
   * Without them it takes the product's.
   */
  readonly db?: Db;
  /** What else is looked at in each round, such as the banks. A failure of one costs only this one. */
  readonly others?: readonly ((ctx: Ctx) => Promise<void>)[];
  readonly everyMs?: number;
  /** Replaces the probe of the database in tests. */
  readonly prober?: DatabaseProber;
}

export interface IncidentWatch {
  stop(): Promise<void>;
}

/** A certificate is looked at in each third round, because the look is a connection to the public address. */
const certificateRounds = 3;

type WatchedCtx = Ctx & { readonly env: Env };

/**
 * Looks every 15 seconds at what surrounds this process, raises and closes the alerts about it, and sends what people
 * are to hear (D-362, D-364). It needs neither the background functions nor, to say that the database is away, the
 * database.
 */
export function startIncidentWatch(ctx: WatchedCtx, settings: IncidentWatchSettings): IncidentWatch {
  const { everyMs = lookEveryMs, others = [] } = settings;
  const { prober = createDatabaseProber(ctx.env.databaseUrl, ctx.realTime) } = settings;
  const own = { ...ctx, db: settings.db ?? ctx.db };
  const watch = createRounds(own, ctx.db.pool, settings, prober);
  const round = async (works: readonly ((ctx: WatchedCtx) => Promise<void>)[]): Promise<void> => {
    for (const work of [...works, announce, sendIncidentMessages]) {
      // While the database is away each of them fails; the look says so.
      await work(own).catch((error: unknown) => watch.onFailure(error));
    }
  };
  // The other work runs beside the looks: each query takes long while the database is slow, and no look may be late.
  const rounds = [onlyOnce(() => round([watch.look])), onlyOnce(() => round([recordReceivers, ...others]))];
  const timer = setInterval(() => {
    for (const { start } of rounds) start();
  }, everyMs).unref();
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(rounds.map(({ running }) => running()));
      await prober.close();
    },
  };
}

/** Makes a work that does not begin again while it is under way. */
function onlyOnce(work: () => Promise<void>) {
  let running: Promise<void> | null = null;
  return {
    start(): void {
      running ??= work().finally(() => {
        running = null;
      });
    },
    running: (): Promise<void> | null => running,
  };
}

/** Makes a work of the watch that is done in its first round and then each hour. */
export function hourly(work: (ctx: Ctx) => Promise<void>): (ctx: Ctx) => Promise<void> {
  let rounds = 0;
  return async (ctx) => {
    if (rounds++ % (hours(1) / lookEveryMs) === 0) await work(ctx);
  };
}

/** Writes the messages, and sends the mails at once: the background functions may be what is gone. */
async function announce(ctx: Ctx): Promise<void> {
  for (const mailId of await announceAlerts(ctx)) await sendMail(ctx, { mailId });
}

function createRounds(
  ctx: WatchedCtx,
  pool: Db["pool"],
  { isRedisAnswering, isEngineAnswering }: IncidentWatchSettings,
  prober: DatabaseProber,
) {
  const follow = followLooks();
  const startedAt = performance.now();
  const tellOfDatabase = createDirectMessage(ctx);
  let rounds = 0;
  let isDatabaseAway = false;

  const lookAround = async (probe: DatabaseProbe): Promise<Look[]> => {
    const isDue = rounds++ % certificateRounds === 0;
    const [redis, disks, functions, certificates] = await Promise.all([
      isRedisAnswering(),
      lookAtDisks(ctx.env),
      "failure" in probe ? [] : lookAtSweeps(ctx, performance.now() - startedAt, isEngineAnswering),
      isDue ? lookAtCertificates([ctx.origins.api, ctx.origins.panel, ctx.origins.pay, ctx.origins.handoff]) : [],
    ]);
    const calendar = lookAtCalendar(ctx.clock.now());
    const around = [lookIntoPool(pool), ...lookAtRedis(redis), ...disks, ...functions, ...certificates, calendar];
    return [lookAtDatabase(probe), lookAtClock(probe, machine), ...around];
  };
  return {
    async look(): Promise<void> {
      const probe = await prober.probe();
      const sightings = follow(await lookAround(probe));
      isDatabaseAway = "failure" in probe;
      if ("failure" in probe) return tellOfDatabase(sightings);
      await recordSightings(ctx, { sightings, at: probe.at });
    },
    onFailure(error: unknown): void {
      if (!isDatabaseAway) ctx.log.warn({ err: error }, "A round of the watch could not end its work");
    },
  };
}

async function lookAtSweeps(
  ctx: WatchedCtx,
  watchedMs: number,
  isEngineAnswering: IncidentWatchSettings["isEngineAnswering"],
): Promise<Look[]> {
  const [isAnswering, { cronMs }] = await Promise.all([isEngineAnswering(), getSweepAges(ctx)]);
  const silentMs = Math.min(cronMs, watchedMs);
  const isEmbedded = ctx.env.functions.kind === "embedded";
  return [lookAtFunctions({ isEmbedded, isAnswering, silentMs, isClockMoving: ctx.dueWork.isExclusiveWanted() })];
}

/**
 * Says once, without the database, that it is away: in the log and to the webhook. Mails wait in the database, so none
 * is sent. Its alert is raised when the database answers again, and closes soon after.
 */
function createDirectMessage(ctx: Ctx): (sightings: readonly Sighting[]) => Promise<void> {
  let saidAt = Number.NEGATIVE_INFINITY;
  return async (sightings) => {
    const sighting = sightings.find(({ kind }) => kind === "database_slow");
    if (!sighting || performance.now() - saidAt < againMs) return;
    saidAt = performance.now();
    const { kind, subject, detail } = sighting;
    ctx.log.error({ incident: kind, subject }, detail);
    const now = systemClock.now();
    const id = `inc_database_${Math.floor(now.getTime() / againMs)}`;
    const notice = { alertId: id, kind, subject, change: "opened", detail, since: now } as const;
    const summary = summarise(kind, [notice], 1);
    const body = toIncidentBody(summary, now, ctx.origins.panel);
    await ctx.incidents.webhook?.send({ id, body, createdAt: now });
  };
}

/** While the database stays away, it is said again after this time, ms. */
const againMs = minutes(15);
