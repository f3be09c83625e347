import { type SpanContext, TraceFlags } from "@opentelemetry/api";

const form = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/**
 * Parses a trace context in the form of W3C (`00-trace-span-flags`); null for anything else. Newer versions of the form
 * are not continued.
 * @param isRemote whether it comes from another system, whose decision to record does not bind this one
 */
export function parseTraceParent(text: string, isRemote: boolean): SpanContext | null {
  const [, traceId = "", spanId = "", flags = ""] = form.exec(text) ?? [];
  const isValid = traceId !== "" && !/^0+$/.test(traceId) && !/^0+$/.test(spanId);
  if (!isValid) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote };
}

export const formatTraceParent = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${(traceFlags & TraceFlags.SAMPLED).toString(16).padStart(2, "0")}`;
