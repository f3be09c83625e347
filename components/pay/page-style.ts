import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The style sheets of buyers' pages, read once and inlined: a page loads nothing but the one script. */

const house = ["ui/tokens.css", "ui/base.css", "pay/pay.css"];

/** Of the card handoff. */
export const payStyle = sheet(house);

/** Of payment links; the handoff's pages do not carry it. */
export const linkStyle = sheet([...house, "pay/link/state.css", "pay/link/open.css", "pay/link/offer.css"]);

function sheet(files: readonly string[]): string {
  return files
    .map((file) => readFileSync(join(process.cwd(), "components", file), "utf8"))
    .join("\n")
    .replace(/\/\*.*?\*\//gs, "")
    .replace(/\s*([{};:,>])\s*/g, "$1");
}
