import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { Attributes, BatchObservableResult, Meter, Observable } from "@opentelemetry/api";
import type { Backlog, Waiting } from "@/server/domain/operations/backlog";
import type { MetricSources } from "./sources";

export interface GaugeSettings {
  /** Null until the product has started. */
  sources(): MetricSources | null;
  readonly version: string;
  readonly mode: string;
  /** The longest wait for the database, ms. */
  readonly databaseMs?: number | undefined;
}

/** The values that are read with each collection, by the name of their metric. */
type Observe = (name: GaugeName, value: number, labels?: Attributes) => void;

const gauges = {
  vezne_build_info: "Always 1; the labels say what runs",
  vezne_database_up: "Whether the database has answered for these metrics: 1 or 0; the others stand without it",
  vezne_payments_open: "Payments that have not ended, by state; at most 10,000 are counted of each",
  vezne_open_oldest_age_seconds: "The age of the oldest of what waits, by kind; 0 where nothing waits",
  vezne_refunds_pending: "Refunds whose outcome is not known yet",
  vezne_money_returns_pending: "Returns of money whose outcome is not known yet",
  vezne_outbox_events_waiting: "Events that have no delivery yet",
  vezne_webhook_deliveries_waiting: "Deliveries that have not ended: new ones, and those that have failed before",
  vezne_webhook_overdue_seconds: "How long the first delivery has been overdue",
  vezne_webhook_receivers_failing: "Accounts with a delivery that has failed before and has not ended",
  vezne_mails_waiting: "Mails that have not been sent",
  vezne_functions_overdue_seconds: "How long the first job of the executor has been overdue",
  vezne_sweep_age_seconds: "The time since the last sweep of any process, by who made it",
  vezne_alerts_open: "Alerts of the staff that are not closed, by kind",
  vezne_redis_up: "Whether Redis answers: 1 or 0; missing without Redis",
  vezne_bank_circuit_open: "Whether this process holds new cards off from a bank: 1 or 0",
  vezne_database_pool_connections: "Connections of the pool: in use and idle",
  vezne_database_pool_connections_max: "The most connections that the pool opens",
  vezne_database_pool_waiting: "Work that waits for a connection of the pool",
  vezne_event_loop_delay_seconds: "How late timers fire, since the collection before",
  vezne_heap_used_bytes: "Memory of the process's JavaScript heap that is in use",
  process_resident_memory_bytes: "Resident memory of the process",
  process_start_time_seconds: "When the process began, in seconds since 1970",
} as const;
type GaugeName = keyof typeof gauges | keyof typeof counters;

const counters = {
  vezne_event_loop_active_seconds_total: "The time in which the event loop was busy",
  process_cpu_seconds_total: "Processor time of the process, in its own code and in the system's",
} as const;

/**
 * Registers the values that are read with each collection (D-352). What needs the database is read once for all
 * collections of some seconds, and left out where the database does not answer in time.
 */
export function registerGauges(meter: Meter, settings: GaugeSettings): void {
  const instruments = new Map<GaugeName, Observable>([
    ...entries(gauges, (name, description) => meter.createObservableGauge(name, { description })),
    ...entries(counters, (name, description) => meter.createObservableCounter(name, { description })),
  ]);
  const readBacklog = keepBacklog(settings);
  const delay = monitorEventLoopDelay({ resolution: delayResolutionMs });
  delay.enable();
  const collect = async (result: BatchObservableResult): Promise<void> => {
    const observe: Observe = (name, value, labels = {}) => {
      const instrument = instruments.get(name);
      if (instrument) result.observe(instrument, value, labels);
    };
    observeProcess(observe, settings);
    observe("vezne_event_loop_delay_seconds", toDelaySeconds(delay.percentile(50)), { quantile: "0.5" });
    observe("vezne_event_loop_delay_seconds", toDelaySeconds(delay.percentile(99)), { quantile: "0.99" });
    delay.reset();
    const sources = settings.sources();
    if (!sources) return;
    observePool(observe, sources);
    observeCircuits(observe, sources);
    const [backlog, isRedisAnswering] = await Promise.all([readBacklog(sources), sources.isRedisAnswering()]);
    if (isRedisAnswering !== null) observe("vezne_redis_up", isRedisAnswering ? 1 : 0);
    observe("vezne_database_up", backlog === null ? 0 : 1);
    if (backlog !== null) observeBacklog(observe, backlog);
  };
  meter.addBatchObservableCallback(collect, [...instruments.values()]);
}

const entries = <Name extends string>(
  table: Readonly<Record<Name, string>>,
  create: (name: Name, description: string) => Observable,
) => Object.entries(table).map(([name, text]) => [name as Name, create(name as Name, text as string)] as const);

const delayResolutionMs = 20;

/** A timer of the measurement itself fires after its resolution. */
const toDelaySeconds = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e9 - delayResolutionMs / 1e3);

/** How long what was read from the database is kept, ms. */
const keptMs = 10_000;

/**
 * Returns the reader of the backlog, which asks the database at most once at a time and keeps the answer. Null where no
 * answer comes in time.
 */
function keepBacklog({ databaseMs = 2_000 }: GaugeSettings) {
  let read: Promise<Backlog | null> | null = null;
  let readAt = Number.NEGATIVE_INFINITY;
  let isReading = false;
  return (sources: MetricSources): Promise<Backlog | null> => {
    if (read === null || (!isReading && performance.now() - readAt > keptMs)) {
      isReading = true;
      const asked = sources.readBacklog().catch(() => null);
      read = asked;
      void asked.then((backlog) => {
        isReading = false;
        // A failure is not kept: the next collection asks again.
        readAt = backlog === null ? Number.NEGATIVE_INFINITY : performance.now();
      });
    }
    return Promise.race([read, sleep(databaseMs, null, { ref: false })]);
  };
}

function observeProcess(observe: Observe, { version, mode }: GaugeSettings): void {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  observe("vezne_build_info", 1, { version, mode, node: process.version });
  observe("process_cpu_seconds_total", (user + system) / 1e6);
  observe("process_resident_memory_bytes", rss);
  observe("process_start_time_seconds", Math.round(performance.timeOrigin / 1e3));
  observe("vezne_heap_used_bytes", heapUsed);
  observe("vezne_event_loop_active_seconds_total", performance.eventLoopUtilization().active / 1e3);
}

function observePool(observe: Observe, sources: MetricSources): void {
  const { open, idle, waiting, max } = sources.readPool();
  observe("vezne_database_pool_connections", open - idle, { state: "used" });
  observe("vezne_database_pool_connections", idle, { state: "idle" });
  observe("vezne_database_pool_connections_max", max);
  observe("vezne_database_pool_waiting", waiting);
}

function observeCircuits(observe: Observe, sources: MetricSources): void {
  for (const [bank, isOpen] of sources.readCircuits()) observe("vezne_bank_circuit_open", isOpen ? 1 : 0, { bank });
}

function observeBacklog(observe: Observe, backlog: Backlog): void {
  observe("vezne_payments_open", backlog.paymentsInitiated, { state: "initiated" });
  observe("vezne_payments_open", backlog.capturing.count, { state: "capturing" });
  observe("vezne_payments_open", backlog.captureUnknown.count, { state: "unknown" });
  observe("vezne_refunds_pending", backlog.refundsPending.count);
  observe("vezne_money_returns_pending", backlog.moneyReturnsPending.count);
  observe("vezne_outbox_events_waiting", backlog.outbox.count);
  observe("vezne_webhook_deliveries_waiting", backlog.deliveries.count - backlog.deliveriesRetrying, {
    retry: "false",
  });
  observe("vezne_webhook_deliveries_waiting", backlog.deliveriesRetrying, { retry: "true" });
  observe("vezne_webhook_overdue_seconds", backlog.deliveries.oldestSeconds);
  observe("vezne_webhook_receivers_failing", backlog.receiversFailing);
  observe("vezne_mails_waiting", backlog.mails.count);
  observe("vezne_functions_overdue_seconds", backlog.jobs.oldestSeconds);
  const ages: Readonly<Record<string, Waiting>> = {
    capture: backlog.capturing,
    capture_unknown: backlog.captureUnknown,
    refund: backlog.refundsPending,
    money_return: backlog.moneyReturnsPending,
    outbox: backlog.outbox,
    mail: backlog.mails,
  };
  for (const [kind, { oldestSeconds }] of Object.entries(ages)) {
    observe("vezne_open_oldest_age_seconds", oldestSeconds, { kind });
  }
  for (const [by, age] of Object.entries(backlog.sweepSeconds)) {
    if (age !== null) observe("vezne_sweep_age_seconds", age, { by });
  }
  for (const [kind, count] of Object.entries(backlog.alerts)) observe("vezne_alerts_open", count, { kind });
}
