import { type Fault, type Layer, layers } from "./fault";
import type { Verdict } from "./verdict";

/** A fault that was planted, and what the tests said about it. */
export interface PlantedFault {
  readonly fault: Fault;
  readonly verdict: Verdict;
}

interface LayerResult {
  readonly layer: Layer | "all";
  /** The number of faults on the list, planted or not. */
  readonly listed: number;
  readonly planted: number;
  readonly caught: number;
}

/** Counts the listed, the planted and the caught faults by layer, and all of them in the last row. */
export function countByLayer(results: readonly PlantedFault[], listed: readonly Fault[]): LayerResult[] {
  const count = (layer: LayerResult["layer"]): LayerResult => {
    const isOfLayer = (fault: Fault): boolean => layer === "all" || fault.layer === layer;
    const ofLayer = results.filter(({ fault }) => isOfLayer(fault));
    return {
      layer,
      listed: listed.filter(isOfLayer).length,
      planted: ofLayer.length,
      caught: ofLayer.filter(({ verdict }) => verdict.kind === "caught").length,
    };
  };
  return [...layers.map(count).filter(({ planted }) => planted > 0), count("all")];
}

/** Formats the line of one fault: the verdict, the layer, the fault, and which test failed how. */
export function formatLine({ fault, verdict }: PlantedFault, seconds: number): string {
  const head = `${verdict.kind === "caught" ? "caught" : "MISSED"}  ${fault.layer}: ${fault.what} (${seconds} s)`;
  const tail = verdict.kind === "caught" ? `${verdict.by.test}: ${verdict.by.error}` : `${fault.file}: ${verdict.why}`;
  return `${head}\n        ${tail}`;
}

/** Formats the table of the layers and the list of the faults that were not caught. */
export function formatSummary(results: readonly PlantedFault[], listed: readonly Fault[]): string {
  const rows = [
    ["layer", "listed", "planted", "caught"],
    ...countByLayer(results, listed).map((row) => [row.layer, row.listed, row.planted, row.caught]),
  ].map(([layer, ...counts]) => [String(layer).padEnd(12), ...counts.map((text) => String(text).padStart(8))].join(""));
  const missed = results.filter(({ verdict }) => verdict.kind === "missed");
  return [
    ...rows,
    ...missed.map(({ fault, verdict }) => `Not caught: ${fault.what} ${verdict.kind === "missed" ? verdict.why : ""}`),
  ].join("\n");
}

/**
 * Formats the result for docs/testing.md: the table of the layers, and the faults that were not caught.
 * @param listed all faults of the list, planted or not
 * @param title what was run and when, as one sentence
 */
export function formatMarkdown(results: readonly PlantedFault[], listed: readonly Fault[], title: string): string {
  const rows = countByLayer(results, listed).map((row) => {
    return `| ${row.layer} | ${row.listed} | ${row.planted} | ${row.caught} |`;
  });
  const missed = results.flatMap(({ fault, verdict }) =>
    verdict.kind === "missed" ? [`- Not caught: ${fault.what}`] : [],
  );
  const head = [title, "", "| layer | listed | planted | caught |", "|---|---|---|---|"];
  return [...head, ...rows, ...(missed.length > 0 ? ["", ...missed] : [])].join("\n");
}
