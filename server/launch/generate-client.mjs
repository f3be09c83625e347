// Generates Prisma's client when it is missing or older than the schema, which happens after an install without scripts
// and after a change of the schema. Run by itself it does nothing else.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const [client, schema] = [join(root, "prisma/generated"), join(root, "prisma/schema")];

/** @throws Error with the output of Prisma when the client cannot be generated */
export async function generateClientIfNeeded() {
  const files = (await readdir(schema)).map((name) => join(schema, name));
  const newest = Math.max(...(await Promise.all(files.map(changedAt))));
  if (existsSync(client) && (await changedAt(client)) >= newest) return;
  // A command's answer goes to the standard output, so this line does not.
  console.error("Generating the database client …");
  const args = [join(root, "node_modules/prisma/build/index.js"), "generate"];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(`The database client could not be generated:\n${stdout}${stderr}`);
}

const changedAt = async (path) => (await stat(path)).mtimeMs;

if (process.argv[1] === fileURLToPath(import.meta.url)) await generateClientIfNeeded();
