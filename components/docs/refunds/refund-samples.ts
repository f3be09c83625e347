import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ProgramSample } from "../guide/guide-samples";

/** The sample functions of the guide to refunds. */
export const refundSamples: readonly ProgramSample[] = [
  {
    file: "refunds.mjs",
    name: "Node.js",
    text: readFileSync(join(process.cwd(), "components/docs/samples/refunds.mjs"), "utf8"),
  },
];
