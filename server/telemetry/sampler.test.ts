import { ROOT_CONTEXT, TraceFlags, trace } from "@opentelemetry/api";
import { SamplingDecision } from "@opentelemetry/sdk-trace";
import { expect, test } from "vitest";
import { TraceSampler } from "./sampler";
import { formatTraceParent, parseTraceParent } from "./trace-context";

const id = "0af7651916cd43dd8448eb211c80319c";
const sampled = `00-${id}-b7ad6b7169203331-01`;
const notSampled = `00-${id}-b7ad6b7169203331-00`;

const isRecorded = (sampler: TraceSampler, parent?: string, isRemote = true): boolean => {
  const parsed = parent === undefined ? null : parseTraceParent(parent, isRemote);
  const context = parsed === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parsed);
  return sampler.shouldSample(context, id).decision === SamplingDecision.RECORD_AND_SAMPLED;
};

test("a caller's flag decides with the names that follow it, and with no other", () => {
  const always = new TraceSampler("always_on", 1);
  const never = new TraceSampler("always_off", 1);
  expect([isRecorded(always, notSampled), isRecorded(never, sampled)]).toEqual([true, false]);
  const follows = new TraceSampler("parentbased_always_off", 1);
  expect([isRecorded(follows, sampled), isRecorded(follows, notSampled), isRecorded(follows)]).toEqual([
    true,
    false,
    false,
  ]);
});

test("a trace that this product began or stored is recorded whole", () => {
  const never = new TraceSampler("always_off", 1);
  const always = new TraceSampler("always_on", 1);
  expect([isRecorded(never, sampled, false), isRecorded(always, notSampled, false)]).toEqual([true, false]);
});

test("a ratio is applied to a number that the caller does not choose", () => {
  const half = new TraceSampler("traceidratio", 0.5);
  const decisions = Array.from({ length: 200 }, () => isRecorded(half, sampled));
  expect(new Set(decisions)).toEqual(new Set([true, false]));
  // Without a caller the id of the new trace decides, as in other systems.
  expect(new Set(Array.from({ length: 20 }, () => isRecorded(half))).size).toBe(1);
});

test.each([
  "",
  "00",
  `01-${id}-b7ad6b7169203331-01`,
  `00-${"0".repeat(32)}-b7ad6b7169203331-01`,
  `00-${id}-${"0".repeat(16)}-01`,
  `00-${id.toUpperCase()}-b7ad6b7169203331-01`,
  `${sampled}-more`,
])("null for %s, which is no trace context of the known form", (text) => {
  expect(parseTraceParent(text, true)).toBeNull();
});

test.each([sampled, notSampled])("%s is written as it was read", (text) => {
  const parsed = parseTraceParent(text, true);
  expect(parsed && formatTraceParent(parsed)).toBe(text);
  expect(parsed?.traceFlags).toBe(text === sampled ? TraceFlags.SAMPLED : TraceFlags.NONE);
});
