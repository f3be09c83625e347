import type { Measurement } from "./load";
import { row, verdict, width } from "./table";

const names = {
  product: "POST /v1/payments/{paymentCode}/refunds/credit",
  bare: "node:http, Zod, the statements and the bank",
} as const;

/** The target ratio of the product's refunds per second to those of the bare program. */
const aim = 0.4;

/** Formats the refunds per second of both, and their ratio. */
export const refundsReport = (medians: Record<keyof typeof names, Measurement>): string => {
  const rows = (["product", "bare"] as const).map((key) =>
    row(names[key], medians[key].perSecond.toFixed(0), medians[key].p99Ms),
  );
  const ratio = medians.product.perSecond / medians.bare.perSecond;
  const share = `  ${"of the bare program".padEnd(width)}${ratio.toFixed(2).padStart(12)}${verdict(ratio, aim)}`;
  return ["", row("", "refunds/s", "p99 ms"), ...rows, "", share, ""].join("\n");
};
