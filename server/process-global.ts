/**
 * The values that exist exactly once per process. The framework bundles the modules that use them several times: the
 * route handlers, `instrumentation.ts` and the HTTP server in front each get a copy of a module, so a variable of a
 * module would exist once per copy. The copies share only the global object.
 */
type ProcessGlobalName =
  /** The `Ctx` of the process: one pool, one clock, one set of open money calls (`context.ts`). */
  | "context"
  /** The background functions and their engine (`entry/jobs/jobs.ts`). */
  | "jobs"
  /** The counters of the rate limits, which must count together (`entry/limits/rate-limits.ts`). */
  | "rateLimits"
  /** The connection to Redis (`entry/limits/rate-limits.ts`). */
  | "redis"
  /** The metrics and traces (`telemetry/telemetry.ts`). */
  | "telemetry"
  /** The check of the process's capacity (`entry/limits/capacity.ts`). */
  | "capacity"
  /** The sources of random numbers of the clients of the database (`store/db.ts`). */
  | "randomSources"
  /** The storage of the facts of the current request (`request-store.ts`). */
  | "request"
  /** The product, which `instrumentation.ts` passes to the HTTP server (`front/runtime-handle.ts`). */
  | "runtime"
  /** The HTTP server's listener for the end of the start, because the framework reports neither success nor failure. */
  | "front";

/** A holder of one value of the process. Undefined until it is set. */
export interface ProcessGlobal<T> {
  value: T | undefined;
}

/** Returns the holder of a value. The module that sets the value declares its type. */
export function processGlobal<T>(name: ProcessGlobalName): ProcessGlobal<T> {
  const shared = globalThis as { [key: symbol]: ProcessGlobal<T> | undefined };
  const key = Symbol.for(`vezne.${name}`);
  const holder = shared[key] ?? { value: undefined };
  shared[key] = holder;
  return holder;
}
