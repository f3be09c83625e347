import { readFileSync } from "node:fs";
import { join } from "node:path";
import { applyHeaderPrefixes, type HeaderPrefixes } from "@/server/domain/webhooks/webhook-signature";
import type { ProgramSample } from "../guide/guide-samples";

const samples: readonly ProgramSample[] = [
  {
    file: "receiver.mjs",
    name: "Node.js",
    text: readFileSync(join(process.cwd(), "components/docs/samples/receiver.mjs"), "utf8"),
  },
  {
    file: "receiver.php",
    name: "PHP",
    text: readFileSync(join(process.cwd(), "components/docs/samples/receiver.php"), "utf8"),
  },
  {
    file: "receiver.py",
    name: "Python",
    text: readFileSync(join(process.cwd(), "components/docs/samples/receiver.py"), "utf8"),
  },
];

/** Returns the sample receivers with the header names of this installation (D-43). */
export const receiverSamples = (prefixes: HeaderPrefixes): readonly ProgramSample[] =>
  samples.map((sample) => ({ ...sample, text: applyHeaderPrefixes(sample.text, prefixes) }));
