import { PrometheusExporter, PrometheusSerializer } from "@opentelemetry/exporter-prometheus";
import { MeterProvider } from "@opentelemetry/sdk-metrics";
import { type GaugeSettings, registerGauges } from "./gauges";
import { createInstruments } from "./instruments";

/** Creates the metrics of a process. No provider is global, so no library adds metrics of its own (D-350). */
export function createMetrics(settings: GaugeSettings) {
  const reader = new PrometheusExporter({ preventServerStart: true });
  const meter = new MeterProvider({ readers: [reader] }).getMeter("vezne");
  const serializer = new PrometheusSerializer(undefined, false, undefined, true, true);
  const reports = createInstruments(meter);
  registerGauges(meter, settings);
  let collecting: Promise<string> | null = null;

  const collect = async (): Promise<string> => {
    const { resourceMetrics } = await reader.collect();
    return serializer.serialize(resourceMetrics);
  };
  return {
    reports,
    /** Returns the metrics as text. Collections at the same time share one. */
    collect(): Promise<string> {
      collecting ??= collect().finally(() => {
        collecting = null;
      });
      return collecting;
    },
  };
}
