import { readFileSync } from "node:fs";
import { join } from "node:path";

// The style sheets of the buyer's pages are read once and inlined, because a page may load nothing but its scripts.

const sharedFiles = ["ui/tokens.css", "ui/base.css", "pay/pay.css", "pay/languages.css"];

/** The style sheet of the card handoff. */
export const payStyle = readStyleSheets(sharedFiles);

/** The style sheet of the payment links. The handoff's pages do not include it. */
export const linkStyle = readStyleSheets([
  ...sharedFiles,
  "pay/link/state/state.css",
  "pay/link/open/open.css",
  "pay/link/open/offer.css",
]);

function readStyleSheets(files: readonly string[]): string {
  return files
    .map((file) => readFileSync(join(process.cwd(), "components", file), "utf8"))
    .join("\n")
    .replace(/\/\*.*?\*\//gs, "")
    .replace(/\s*([{};:,>])\s*/g, "$1");
}
