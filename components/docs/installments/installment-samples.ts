import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ProgramSample } from "../guide/guide-samples";

/** The sample functions of the guide, in three languages. */
export const installmentSamples: readonly ProgramSample[] = [
  {
    file: "installments.mjs",
    name: "Node.js",
    text: readFileSync(join(process.cwd(), "components/docs/samples/installments.mjs"), "utf8"),
  },
  {
    file: "installments.php",
    name: "PHP",
    text: readFileSync(join(process.cwd(), "components/docs/samples/installments.php"), "utf8"),
  },
  {
    file: "installments.py",
    name: "Python",
    text: readFileSync(join(process.cwd(), "components/docs/samples/installments.py"), "utf8"),
  },
];
