import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The style sheets of the start page and the guides as one text, for a page that cannot link to them. */
export const siteStyle = ["tokens", "base", "site"]
  .map((name) => readFileSync(join(process.cwd(), `components/ui/${name}.css`), "utf8"))
  .join("\n");
