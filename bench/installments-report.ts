import type { Measurement } from "./load";
import { row, verdict, width } from "./table";

const names = {
  lookup: "POST /v1/installment-options",
  overview: "POST /v1/installment-options/overview",
  emptyRoute: "(a) empty route of the framework, same server",
  bareEcho: "(b) node:http that parses JSON and answers it",
} as const;

export type InstallmentsName = keyof typeof names;

/** The target ratios of the look-up's requests per second to those of each yardstick. */
const aims = { emptyRoute: 3, bareEcho: 0.4 } as const;

/** Formats the medians as a table, followed by the product's ratio to each yardstick. */
export const installmentsReport = (medians: Record<InstallmentsName, Measurement>): string => {
  const keys = Object.keys(names) as InstallmentsName[];
  const rows = keys.map((key) => row(names[key], medians[key].perSecond.toFixed(0), medians[key].p99Ms));
  const ratio = (key: InstallmentsName, yardstick: keyof typeof aims): string => {
    const value = medians[key].perSecond / medians[yardstick].perSecond;
    const aim = key === "lookup" ? aims[yardstick] : undefined;
    return `  ${names[yardstick].padEnd(width)}${value.toFixed(2).padStart(9)}${verdict(value, aim)}`;
  };
  const ratios = (["lookup", "overview"] as const).flatMap((key) => [
    "",
    `${names[key]}, as a multiple of`,
    ratio(key, "emptyRoute"),
    ratio(key, "bareEcho"),
  ]);
  return ["", row("", "requests/s", "p99 ms"), ...rows, ...ratios, ""].join("\n");
};
