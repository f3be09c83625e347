import { Secret } from "@/server/domain/secret";
import { parseKeyValues } from "./env-forms";
import type { SamplerName, Variables } from "./env-schema";

/** Where traces are sent, and which of them are recorded. */
export interface TraceTarget {
  readonly url: string;
  /** `name=value` separated by commas, percent-encoded. They may hold a token. */
  readonly headers: Secret;
  readonly sampler: { readonly name: SamplerName; readonly ratio: number };
}

/** Returns the settings of metrics and traces (D-350). */
export const toTelemetry = (v: Variables) => ({
  isDisabled: v.OTEL_SDK_DISABLED === "true",
  /** What all spans have in common. */
  resource: {
    "service.name": "vezne",
    ...parseKeyValues(v.OTEL_RESOURCE_ATTRIBUTES ?? ""),
    ...(v.OTEL_SERVICE_NAME !== undefined && { "service.name": v.OTEL_SERVICE_NAME }),
  },
  /** Undefined where no collector is named: no trace is recorded then. */
  traces: toTraces(v),
});

const toTraces = (v: Variables): TraceTarget | undefined => {
  const url = toTracesUrl(v);
  if (url === undefined || v.OTEL_TRACES_EXPORTER === "none") return undefined;
  return {
    url,
    headers: new Secret(v.OTEL_EXPORTER_OTLP_TRACES_HEADERS ?? v.OTEL_EXPORTER_OTLP_HEADERS ?? ""),
    sampler: { name: v.OTEL_TRACES_SAMPLER, ratio: v.OTEL_TRACES_SAMPLER_ARG ?? 1 },
  };
};

/** The address for traces is taken as it is; below the common one they have a path of their own. */
const toTracesUrl = (v: Variables): string | undefined => {
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own, OTEL_EXPORTER_OTLP_ENDPOINT: common } = v;
  return own ?? (common === undefined ? undefined : `${common.replace(/\/+$/, "")}/v1/traces`);
};
