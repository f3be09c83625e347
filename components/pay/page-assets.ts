import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface PageScript {
  /** The path on the pay origin. It contains a hash of the text. */
  readonly src: string;
  readonly integrity: string;
  readonly text: string;
}

/** The script of a page with a card form. Its parts are joined, each after those from which it imports (D-151). */
export const cardFormScript = readScript("card-form", ["card-number", "page", "link-offer", "card-form"]);

/** The script of the page that leads to the bank, and of the page that waits for the outcome. */
export const waitingScript = readScript("waiting", ["page", "link-wait", "waiting"]);

/** The script that these pages load when the buyer chooses a language. */
export const languageScript = readScript("language", ["language"]);

/** Every script of the buyer's pages. */
export const pageScripts: readonly PageScript[] = [cardFormScript, waitingScript, languageScript];

function readScript(name: string, parts: readonly string[]): PageScript {
  const text = parts
    .map((part) => readFileSync(join(process.cwd(), `components/pay/${part}.js`), "utf8"))
    .map(stripForBrowser)
    .join("");
  const sha384 = createHash("sha384").update(text).digest("base64");
  return {
    src: `/assets/${name}.${sha384.slice(0, 12).replace(/[^A-Za-z0-9]/g, "0")}.js`,
    integrity: `sha384-${sha384}`,
    text,
  };
}

/**
 * Removes imports and exports, because joined parts share one scope, and comments and indents, which browsers do not
 * need. The expressions rely on every comment, import and export keyword starting its own line.
 */
function stripForBrowser(text: string): string {
  return text
    .replace(/^ *\/\*.*?\*\/\n/gms, "")
    .replace(/^ *\/\/.*\n/gm, "")
    .replace(/^import [^;]*;\n/gm, "")
    .replace(/^export (?=(?:async )?function )/gm, "")
    .replace(/^ +|^\n/gm, "");
}
