import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { BatchSpanProcessor, type SpanExporter, type SpanProcessor } from "@opentelemetry/sdk-trace";
import { parseKeyValues } from "@/server/env-forms";
import type { TraceTarget } from "@/server/env-telemetry";
import type { Log } from "@/server/log";

/** The spans that wait for a collector; further ones are lost. */
const waitingMax = 4_096;
const everyMs = 5_000;
const timeoutMs = 10_000;

/** Creates the processor that sends spans to a collector in batches (OTLP over HTTP, JSON), without delaying work. */
export function createExport({ url, headers }: Pick<TraceTarget, "url" | "headers">, log: Log): SpanProcessor {
  const exporter = new OTLPTraceExporter({
    url,
    headers: parseKeyValues(headers.reveal()) ?? {},
    timeoutMillis: timeoutMs,
  });
  return new BatchSpanProcessor({
    exporter: reportTrouble(exporter, log),
    maxQueueSize: waitingMax,
    scheduledDelayMillis: everyMs,
    exportTimeoutMillis: timeoutMs,
  });
}

/** Logs when the collector stops taking spans, and when it takes them again: one line each. */
export function reportTrouble(exporter: SpanExporter, log: Pick<Log, "info" | "warn">): SpanExporter {
  let isRefused = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const wasRefused = isRefused;
        isRefused = result.code !== exported;
        if (isRefused && !wasRefused) {
          log.warn({ err: result.error }, "The collector of traces does not take spans; they are lost");
        }
        if (wasRefused && !isRefused) log.info({}, "The collector of traces takes spans again");
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    ...(exporter.forceFlush && { forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve() }),
  };
}

/** `ExportResultCode.SUCCESS`. */
const exported = 0;
