// Generates Prisma's client when it is missing or was made from another schema, which happens after an install without
// scripts and after a change of the schema. Run by itself it does nothing else.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const [client, schema] = [join(root, "prisma/generated"), join(root, "prisma/schema")];
/** Holds the hash of the schema from which the client was made. Times of files do not survive a copy or a checkout. */
const stamp = join(client, "schema.sha256");
const generator = join(root, "node_modules/prisma/build/index.js");

/**
 * @throws Error when the client has to be generated and Prisma's command line is missing, which is a development
 * dependency, or with its output when it fails
 */
export async function generateClientIfNeeded() {
  const hash = await hashSchema();
  if ((await readFile(stamp, "utf8").catch(() => null)) === hash) return;
  if (!existsSync(generator)) {
    throw new Error("The database client has to be generated: run npm ci and npm run build with all dependencies.");
  }
  // A command's answer goes to the standard output, so this line does not.
  console.error("Generating the database client …");
  const { status, stdout, stderr } = spawnSync(process.execPath, [generator, "generate"], {
    cwd: root,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The database client could not be generated:\n${stdout}${stderr}`);
  await writeFile(stamp, hash);
}

/** Covers the version of Prisma as well, because another one writes another client. */
async function hashSchema() {
  const hash = createHash("sha256");
  const names = (await readdir(schema)).filter((name) => name.endsWith(".prisma")).sort();
  for (const name of names) hash.update(`\0${name}\0`).update(await readFile(join(schema, name)));
  const { version } = JSON.parse(await readFile(join(root, "node_modules/@prisma/client/package.json"), "utf8"));
  return hash.update(`\0${version}`).digest("hex");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await generateClientIfNeeded();
