import { noTelemetry, type Telemetry } from "@/server/domain/telemetry";
import { processGlobal } from "@/server/process-global";
import type { MetricSources } from "./sources";

/** One HTTP request at a public port. */
export interface RequestStart {
  readonly method: string;
  /** Our own id of the request (`X-Request-Id`). */
  readonly requestId: string;
  /** The caller's `traceparent`; undefined where it sent none, or where it is not to be continued. */
  readonly traceParent?: string | undefined;
}

interface RequestEnd {
  readonly method: string;
  /** The template of the address: it names no record and no secret. */
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
}

/** The trace of one request. */
export interface RequestTrace {
  /** The id of the trace in 32 hexadecimal characters; undefined where it is not recorded. */
  readonly traceId: string | undefined;
  run<T>(work: () => T): T;
  end(end: Pick<RequestEnd, "method" | "route" | "status">): void;
}

/** The telemetry of a web process. */
export interface ProcessTelemetry extends Telemetry {
  /** Begins the trace of a request; undefined where this process records no traces. */
  startRequest(start: RequestStart): RequestTrace | undefined;
  requestAnswered(end: RequestEnd): void;
  /** Returns the id of the current trace; undefined where nothing is recorded. */
  traceId(): string | undefined;
  /** Gives the sources of the values that are read with each collection. */
  connect(sources: MetricSources): void;
  /** Returns all metrics in the text form of Prometheus; null where telemetry is switched off. Never rejects. */
  collect(): Promise<string> | null;
  /** Sends the spans that wait, within a few seconds. Never rejects. */
  stop(): Promise<void>;
}

const nothing = (): void => undefined;

/** Reports nothing, for a process that is no web process or whose telemetry is switched off. */
export const noProcessTelemetry: ProcessTelemetry = {
  ...noTelemetry,
  startRequest: () => undefined,
  requestAnswered: nothing,
  traceId: () => undefined,
  connect: nothing,
  collect: () => null,
  stop: async () => undefined,
};

const shared = processGlobal<ProcessTelemetry>("telemetry");

/** Returns the telemetry of this process. The HTTP server starts it before everything else. */
export const telemetry = (): ProcessTelemetry => shared.value ?? noProcessTelemetry;

/** Sets the telemetry of this process. */
export const setTelemetry = (started: ProcessTelemetry): void => {
  shared.value = started;
};
