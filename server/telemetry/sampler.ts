import { type Context, TraceFlags, trace } from "@opentelemetry/api";
import {
  RandomIdGenerator,
  type Sampler,
  SamplingDecision,
  type SamplingResult,
  TraceIdRatioBasedSampler,
} from "@opentelemetry/sdk-trace";
import type { SamplerName } from "@/server/env-schema";

/**
 * Decides which traces are recorded, by the standard names. A trace that this product began or stored is recorded
 * whole. The caller's decision counts with the names `parentbased_…` only: otherwise a merchant could force us to
 * record everything (D-353). A ratio is then applied to a number of our own, because the caller chooses its trace's id.
 */
export class TraceSampler implements Sampler {
  readonly #own: TraceIdRatioBasedSampler;
  readonly #followsCallers: boolean;
  readonly #ids = new RandomIdGenerator();

  constructor(
    private readonly name: SamplerName,
    ratio: number,
  ) {
    this.#followsCallers = name.startsWith("parentbased_");
    this.#own = new TraceIdRatioBasedSampler(toRatio(name, ratio));
  }

  shouldSample(context: Context, traceId: string): SamplingResult {
    const parent = trace.getSpanContext(context);
    if (!parent) return this.#own.shouldSample(context, traceId);
    if (!parent.isRemote || this.#followsCallers) {
      const isSampled = (parent.traceFlags & TraceFlags.SAMPLED) !== 0;
      return { decision: isSampled ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD };
    }
    return this.#own.shouldSample(context, this.#ids.generateTraceId());
  }

  toString(): string {
    return this.name;
  }
}

const toRatio = (name: SamplerName, ratio: number): number => {
  if (name.endsWith("always_on")) return 1;
  return name.endsWith("always_off") ? 0 : ratio;
};
