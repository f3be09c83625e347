import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The parts of the pages' one script, each after those that it imports from. */
const parts = ["card-number", "link-wait", "link-offer", "card-form"];

const scriptText = parts
  .map((name) => readFileSync(join(process.cwd(), `components/pay/${name}.js`), "utf8"))
  .map(asSent)
  .join("");
const sha384 = createHash("sha384").update(scriptText).digest("base64");

export interface PageScript {
  /** Path on the pay origin; its hash changes with every change of the text. */
  readonly src: string;
  readonly integrity: string;
  readonly text: string;
}

/** The one script of the pages that take a card: its parts from the tree in one file, and so in one request. */
export const cardFormScript: PageScript = {
  src: `/assets/card-form.${sha384.slice(0, 12).replace(/[^A-Za-z0-9]/g, "0")}.js`,
  integrity: `sha384-${sha384}`,
  text: scriptText,
};

/** In one file every part sees the others' names; comments and indents stay at home. Each of them has its lines to itself. */
function asSent(text: string): string {
  return text
    .replace(/^ *\/\*.*?\*\/\n/gms, "")
    .replace(/^ *\/\/.*\n/gm, "")
    .replace(/^import [^;]*;\n/gm, "")
    .replace(/^export (?=(?:async )?function )/gm, "")
    .replace(/^ +|^\n/gm, "");
}
