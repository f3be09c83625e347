import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The parts of the script, each after the parts from which it imports. */
const parts = ["card-number", "link-wait", "link-offer", "card-form"];

const scriptText = parts
  .map((name) => readFileSync(join(process.cwd(), `components/pay/${name}.js`), "utf8"))
  .map(stripForBrowser)
  .join("");
const sha384 = createHash("sha384").update(scriptText).digest("base64");

interface PageScript {
  /** The path on the pay origin. It contains a hash of the text. */
  readonly src: string;
  readonly integrity: string;
  readonly text: string;
}

/** The only script of the pages that take a card. Its parts are joined so that one request is enough. */
export const cardFormScript: PageScript = {
  src: `/assets/card-form.${sha384.slice(0, 12).replace(/[^A-Za-z0-9]/g, "0")}.js`,
  integrity: `sha384-${sha384}`,
  text: scriptText,
};

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

/** The inventory of the scripts on pages that take a card, each with its reason (PCI DSS 6.4.3). */
export const scriptInventory = {
  scripts: [
    {
      src: cardFormScript.src,
      integrity: cardFormScript.integrity,
      why: "Groups the digits of the card number, checks the fields, prevents a second submit, and submits the form that takes the buyer to the bank. On a payment link it asks this origin what the card can be charged, by the first eight digits, and whether a payment that is under way has ended. It sends nothing else of the card.",
    },
  ],
};
