import type { Measurement } from "./load";
import { row, verdict, width } from "./table";

/** The names of the targets, in the order of the table. */
export const names = {
  product: "POST /v1/payments",
  limited: "POST /v1/payments, bank connection with limits",
  emptyRoute: "(a) empty route of the framework, same server",
  bareServer: "(b) node:http, Zod and one prepared insert",
  statement: "(c) the same insert by pg alone",
} as const;

export type Name = keyof typeof names;
export type Medians = Record<Name, Measurement>;

/** The target ratios of the product's requests per second to those of each yardstick. */
const aims = { emptyRoute: 1.5, bareServer: 0.5 } as const;

/** Formats the medians as a table, followed by the product's ratio to each yardstick. */
export const report = (medians: Medians): string => {
  const keys = Object.keys(names) as Name[];
  const rows = keys.map((key) => row(names[key], medians[key].perSecond.toFixed(0), medians[key].p99Ms));
  const ratios = (["product", "limited"] as const).flatMap((key) => [
    "",
    `${names[key]}, as a multiple of`,
    ...(["emptyRoute", "bareServer", "statement"] as const).map((yardstick) => {
      const ratio = medians[key].perSecond / medians[yardstick].perSecond;
      return `  ${names[yardstick].padEnd(width)}${ratio.toFixed(2).padStart(9)}${verdict(ratio, findAim(yardstick))}`;
    }),
  ]);
  return ["", row("", "requests/s", "p99 ms"), ...rows, ...ratios, ""].join("\n");
};

const findAim = (yardstick: Name): number | undefined =>
  yardstick in aims ? aims[yardstick as keyof typeof aims] : undefined;
