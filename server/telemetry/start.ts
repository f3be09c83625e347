import { noTelemetry } from "@/server/domain/telemetry";
import type { Env } from "@/server/env";
import type { Log } from "@/server/log";
import { createMetrics } from "./metrics";
import type { MetricSources } from "./sources";
import { noProcessTelemetry, type ProcessTelemetry, setTelemetry } from "./telemetry";
import type { Traces } from "./traces";

interface StartSettings {
  readonly env: Pick<Env, "telemetry" | "mode">;
  readonly version: string;
  readonly log: Log;
}

/** Starts the telemetry of this process (D-350). Where traces are not configured, their packages are not loaded. */
export async function startTelemetry({ env, version, log }: StartSettings): Promise<ProcessTelemetry> {
  const { isDisabled, traces } = env.telemetry;
  if (isDisabled) return noProcessTelemetry;
  const started = createProcessTelemetry({ version, mode: env.mode, traces: traces && (await startTraces()) });
  setTelemetry(started);
  return started;

  async function startTraces(): Promise<Traces | undefined> {
    if (!traces) return undefined;
    const [{ createTraces }, { createExport }] = await Promise.all([import("./traces"), import("./export")]);
    const resource = { "service.version": version, ...env.telemetry.resource };
    return createTraces({ sampler: traces.sampler, resource, processor: createExport(traces, log) });
  }
}

interface Parts {
  readonly version: string;
  readonly mode: string;
  readonly traces?: Traces | undefined;
  /** The longest wait of a collection for the database, ms. */
  readonly databaseMs?: number | undefined;
}

/** Joins metrics and traces. Exported for tests. */
export function createProcessTelemetry({ version, mode, traces = noTraces, databaseMs }: Parts): ProcessTelemetry {
  let sources: MetricSources | null = null;
  const { reports, collect } = createMetrics({ version, mode, sources: () => sources, databaseMs });
  return {
    ...reports,
    ...traces,
    collect,
    connect: (given) => {
      sources = given;
    },
  };
}

const noTraces: Traces = {
  inSpan: noTelemetry.inSpan,
  traceParent: noTelemetry.traceParent,
  startRequest: noProcessTelemetry.startRequest,
  traceId: noProcessTelemetry.traceId,
  stop: noProcessTelemetry.stop,
};
