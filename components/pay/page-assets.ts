import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The files of the buyer's pages, read once: the script and the style sheet are what is in the tree, unchanged. */
const scriptText = readFileSync(join(process.cwd(), "components/pay/card-form.js"), "utf8");
const sha384 = createHash("sha384").update(scriptText).digest("base64");

export interface PageScript {
  /** Path on the pay origin; its hash changes with every change of the text. */
  readonly src: string;
  readonly integrity: string;
  readonly text: string;
}

export const cardFormScript: PageScript = {
  src: `/assets/card-form.${sha384.slice(0, 12).replace(/[^A-Za-z0-9]/g, "0")}.js`,
  integrity: `sha384-${sha384}`,
  text: scriptText,
};

/** The inventory of scripts on pages that take a card, each with its reason (PCI DSS 6.4.3). */
export const scriptInventory = {
  scripts: [
    {
      src: cardFormScript.src,
      integrity: cardFormScript.integrity,
      why: "Groups the digits of the card number, checks the fields, prevents a second submit, and submits the form that takes the buyer to the bank. Sends nothing itself.",
    },
  ],
};

export const payStyle = [
  readFileSync(join(process.cwd(), "components/ui/tokens.css"), "utf8"),
  readFileSync(join(process.cwd(), "components/ui/base.css"), "utf8"),
  readFileSync(join(process.cwd(), "components/pay/pay.css"), "utf8"),
]
  .join("\n")
  .replace(/\/\*.*?\*\//gs, "")
  .replace(/\s*([{};:,>])\s*/g, "$1");
