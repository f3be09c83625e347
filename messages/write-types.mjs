/**
 * Writes `<surface>.tr.d.json.ts` beside each Turkish catalogue. TypeScript reads a JSON file's texts as `string`;
 * these declarations keep them as literals, from which the message library derives the arguments of every message. The
 * files are written on installation and by `npm run check`, and are not kept in the repository.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const folder = new URL("./", import.meta.url);

for (const name of readdirSync(folder).filter((name) => name.endsWith(".tr.json"))) {
  const texts = JSON.stringify(JSON.parse(readFileSync(new URL(name, folder), "utf8")), null, 2);
  const declaration = `// Written by write-types.mjs.\ndeclare const messages: ${texts};\nexport default messages;\n`;
  writeFileSync(new URL(name.replace(/\.json$/, ".d.json.ts"), folder), declaration);
}
