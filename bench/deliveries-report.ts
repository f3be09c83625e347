import type { Measurement } from "./load";
import { row, verdict, width } from "./table";

/** Calls to one account at a time, as the product makes them (server/entry/jobs/deliver-webhook.ts). */
const callsPerAccount = 2;

/** Bare POSTs: one after the other as people write it, and as many side by side as the product has under way. */
export const loops = {
  loop: { sideBySide: 1, keepsConnections: true },
  freshLoop: { sideBySide: 1, keepsConnections: false },
  few: { sideBySide: callsPerAccount, keepsConnections: true },
  freshFew: { sideBySide: callsPerAccount, keepsConnections: false },
  many: { sideBySide: callsPerAccount * 100, keepsConnections: true },
  freshMany: { sideBySide: callsPerAccount * 100, keepsConnections: false },
} as const;

type LoopName = keyof typeof loops;
type ProductName = "one" | "oneAndHanging" | "hundred" | "hundredAndHanging";
export type DeliveryName = ProductName | LoopName;

const names: Record<DeliveryName, string> = {
  one: "1 merchant",
  oneAndHanging: "1 merchant, and one that hangs",
  hundred: "100 merchants",
  hundredAndHanging: "100 merchants, and one that hangs",
  loop: "(a) fetch, one after the other",
  freshLoop: "(b) a connection each, one after the other",
  few: `(c) fetch, ${loops.few.sideBySide} side by side`,
  freshFew: `(d) a connection each, ${loops.freshFew.sideBySide} side by side`,
  many: `(e) fetch, ${loops.many.sideBySide} side by side`,
  freshMany: `(f) a connection each, ${loops.freshMany.sideBySide} side by side`,
};

/** What is meant to be reached: of the plain loop (a), and of the same deliveries without the merchant that hangs. */
export const deliveryAims = { loop: 0.4, withoutHanging: 0.9 } as const;

/** The medians as a table, then what the product reaches of each yardstick. */
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
