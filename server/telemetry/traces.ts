import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Attributes,
  type Context,
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from "@opentelemetry/api";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { type SpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import type { OpenSpan, SpanFacts, SpanStart, Telemetry } from "@/server/domain/telemetry";
import type { TraceTarget } from "@/server/env-telemetry";
import { TraceSampler } from "./sampler";
import type { ProcessTelemetry, RequestStart, RequestTrace } from "./telemetry";
import { formatTraceParent, parseTraceParent } from "./trace-context";

export interface TraceSettings {
  readonly sampler: TraceTarget["sampler"];
  /** What all spans have in common, such as the name of the service. */
  readonly resource: Attributes;
  readonly processor: SpanProcessor;
}

export type Traces = Pick<Telemetry, "inSpan" | "traceParent"> &
  Pick<ProcessTelemetry, "startRequest" | "traceId" | "stop">;

/**
 * Creates the traces of a process. The provider is not the global one: the framework and Inngest's SDK would record
 * spans of their own, whose addresses contain secrets (D-353).
 */
export function createTraces({ sampler, resource, processor }: TraceSettings): Traces {
  const provider = new TracerProvider({
    sampler: new TraceSampler(sampler.name, sampler.ratio),
    resource: resourceFromAttributes(resource),
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer("vezne");
  const current = new AsyncLocalStorage<Context>();
  const currentContext = () => trace.getSpanContext(current.getStore() ?? ROOT_CONTEXT);
  const sampledContext = () => {
    const context = currentContext();
    return context && (context.traceFlags & TraceFlags.SAMPLED) !== 0 ? context : undefined;
  };

  /** Returns the parent of a span, and the link to the span in which it begins where that is another one. */
  const findParent = ({ continues }: SpanStart): { context: Context; links: Link[] } => {
    const here = current.getStore() ?? ROOT_CONTEXT;
    const stored = continues ? parseTraceParent(continues, false) : null;
    const from = currentContext();
    if (stored === null || from?.traceId === stored.traceId) return { context: here, links: [] };
    const context = trace.setSpanContext(ROOT_CONTEXT, stored);
    return { context, links: from ? [{ context: from }] : [] };
  };

  return {
    async inSpan(start, work) {
      const { context, links } = findParent(start);
      const kind = start.kind === "client" ? SpanKind.CLIENT : SpanKind.INTERNAL;
      const span = tracer.startSpan(start.name, { kind, links, attributes: { ...start.facts } }, context);
      try {
        return await current.run(trace.setSpan(context, span), () => work(toOpenSpan(span)));
      } catch (error) {
        // The text of an error may hold what a person typed, so only its kind is recorded.
        fail(span, error instanceof Error ? error.name : "unknown");
        throw error;
      } finally {
        span.end();
      }
    },
    startRequest: (start) => {
      const parent = start.traceParent === undefined ? null : parseTraceParent(start.traceParent, true);
      const context = parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);
      const span = tracer.startSpan(start.method, toRequestOptions(start), context);
      return toRequestTrace(span, (work) => current.run(trace.setSpan(context, span), work));
    },
    traceId: () => sampledContext()?.traceId,
    traceParent() {
      const context = sampledContext();
      return context === undefined ? null : formatTraceParent(context);
    },
    stop: () => provider.shutdown().catch(() => undefined),
  };
}

const toRequestOptions = ({ requestId }: RequestStart) => ({
  kind: SpanKind.SERVER,
  attributes: { "vezne.request_id": requestId },
});

const toRequestTrace = (span: Span, run: RequestTrace["run"]): RequestTrace => ({
  traceId: span.isRecording() ? span.spanContext().traceId : undefined,
  run,
  end({ method, route, status }) {
    span.updateName(`${method} ${route}`);
    span.setAttributes({
      "http.request.method": method,
      "http.route": route,
      "http.response.status_code": status,
    });
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  },
});

const toOpenSpan = (span: Span): OpenSpan => ({
  add: (facts: SpanFacts) => void span.setAttributes({ ...facts }),
  fail: (word) => fail(span, word),
});

const fail = (span: Span, word: string): void => {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute("error.type", word);
};
