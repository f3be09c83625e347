import type { SpanExporter } from "@opentelemetry/sdk-trace";
import { expect, test } from "vitest";
import { reportTrouble } from "./export";

type Done = Parameters<SpanExporter["export"]>[1];

test("the log says once that a collector takes no spans, and once that it takes them again", () => {
  const results = [0, 1, 1, 0, 0].map((code) => ({ code }));
  const exporter: SpanExporter = {
    export: (_, done: Done) => done(results.shift() ?? { code: 0 }),
    shutdown: async () => undefined,
  };
  const lines: string[] = [];
  const log = {
    warn: (_: object, text: string) => void lines.push(text),
    info: (_: object, text: string) => void lines.push(text),
  };
  const reporting = reportTrouble(exporter, log as unknown as Parameters<typeof reportTrouble>[1]);
  for (let n = 0; n < 5; n++) reporting.export([], () => undefined);
  expect(lines).toEqual([
    "The collector of traces does not take spans; they are lost",
    "The collector of traces takes spans again",
  ]);
});
