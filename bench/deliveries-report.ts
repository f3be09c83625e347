import type { Measurement } from "./load";
import { row, verdict, width } from "./table";

/** The number of concurrent calls to one account, as in the product (server/entry/jobs/functions.ts). */
const callsPerAccount = 2;

/** Loops of bare POSTs: one POST after another, and with the product's concurrency. */
export const loops = {
  loop: { concurrency: 1, keepsConnections: true },
  freshLoop: { concurrency: 1, keepsConnections: false },
  few: { concurrency: callsPerAccount, keepsConnections: true },
  freshFew: { concurrency: callsPerAccount, keepsConnections: false },
  many: { concurrency: callsPerAccount * 100, keepsConnections: true },
  freshMany: { concurrency: callsPerAccount * 100, keepsConnections: false },
} as const;

type LoopName = keyof typeof loops;
type ProductName = "one" | "oneAndHanging" | "hundred" | "hundredAndHanging";
export type DeliveryName = ProductName | LoopName;

const names: Record<DeliveryName, string> = {
  one: "1 merchant",
  oneAndHanging: "1 merchant, and one that hangs",
  hundred: "100 merchants",
  hundredAndHanging: "100 merchants, and one that hangs",
  loop: "(a) fetch, one after another",
  freshLoop: "(b) a new connection each, one after another",
  few: `(c) fetch, ${loops.few.concurrency} concurrent`,
  freshFew: `(d) a new connection each, ${loops.freshFew.concurrency} concurrent`,
  many: `(e) fetch, ${loops.many.concurrency} concurrent`,
  freshMany: `(f) a new connection each, ${loops.freshMany.concurrency} concurrent`,
};

/** The target ratios: to the plain loop (a), and to the same deliveries without the merchant that hangs. */
const deliveryAims = { loop: 0.4, withoutHanging: 0.9 } as const;

/** Formats the medians as a table, followed by the product's ratio to each yardstick. */
export const deliveriesReport = (medians: Record<DeliveryName, Measurement>): string => {
  const keys = Object.keys(names) as DeliveryName[];
  const rows = keys.map((key) => row(names[key], medians[key].perSecond.toFixed(0), medians[key].p99Ms));
  const ratio = (key: DeliveryName, yardstick: DeliveryName, aim?: number): string => {
    const value = medians[key].perSecond / medians[yardstick].perSecond;
    return `  ${names[yardstick].padEnd(width)}${value.toFixed(2).padStart(9)}${verdict(value, aim)}`;
  };
  const { loop, withoutHanging } = deliveryAims;
  return [
    "",
    row("", "POSTs/s", "p99 ms"),
    ...rows,
    "",
    `${names.one}, as a multiple of`,
    ratio("one", "loop", loop),
    ratio("one", "freshLoop"),
    ratio("one", "few"),
    ratio("one", "freshFew"),
    "",
    `${names.hundred}, as a multiple of`,
    ratio("hundred", "loop", loop),
    ratio("hundred", "freshLoop"),
    ratio("hundred", "many"),
    ratio("hundred", "freshMany"),
    "",
    "with one that hangs, as a multiple of the same without",
    ratio("oneAndHanging", "one", withoutHanging),
    ratio("hundredAndHanging", "hundred", withoutHanging),
    "",
  ].join("\n");
};
