import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ProgramSample } from "../guide/guide-samples";

/** The sample functions of the guide to payment links. */
export const linkSamples: readonly ProgramSample[] = [
  {
    file: "payment-links.mjs",
    name: "Node.js",
    text: readFileSync(join(process.cwd(), "components/docs/samples/payment-links.mjs"), "utf8"),
  },
];
