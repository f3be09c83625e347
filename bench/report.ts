import type { Measurement } from "./load";

/** What is measured, in the order in which it is shown. */
export const names = {
  product: "POST /v1/payments",
  limited: "POST /v1/payments, bank connection with limits",
  emptyRoute: "(a) empty route of the framework, same server",
  bareServer: "(b) node:http, Zod and one prepared insert",
  statement: "(c) the same insert by pg alone",
} as const;

export type Name = keyof typeof names;
export type Medians = Record<Name, Measurement>;

/** How many times as many requests per second as each yardstick the product is meant to answer. */
export const aims = { emptyRoute: 1.5, bareServer: 0.5 } as const;

/** The medians as a table, then what the product reaches of each yardstick. */
export const report = (medians: Medians): string => {
  const keys = Object.keys(names) as Name[];
  const rows = keys.map((key) => row(names[key], medians[key].perSecond.toFixed(0), medians[key].p99Ms));
  const ratios = (["product", "limited"] as const).flatMap((key) => [
    "",
    `${names[key]}, as a multiple of`,
    ...(["emptyRoute", "bareServer", "statement"] as const).map((yardstick) => {
      const ratio = medians[key].perSecond / medians[yardstick].perSecond;
      return `  ${names[yardstick].padEnd(width)}${ratio.toFixed(2).padStart(9)}${verdict(yardstick, ratio)}`;
    }),
  ]);
  return ["", row("", "requests/s", "p99 ms"), ...rows, ...ratios, ""].join("\n");
};

const width = 50;

const row = (name: string, perSecond: string, p99: number | string): string =>
  `  ${name.padEnd(width)}${perSecond.padStart(12)}${(typeof p99 === "number" ? p99.toFixed(1) : p99).padStart(10)}`;

const verdict = (yardstick: Name, ratio: number): string => {
  const aim = yardstick in aims ? aims[yardstick as keyof typeof aims] : undefined;
  return aim === undefined ? "" : `   aim ${aim.toFixed(1)}: ${ratio >= aim ? "reached" : "missed"}`;
};
