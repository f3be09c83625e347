// Runs `npm run build`: makes everything that production needs, so that it starts without building, without development
// dependencies and without writing to this folder (D-345).
import { readdir, stat } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { openProgram, prepareProgram } from "./programs.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
/** What runs in production: the launcher, the web server, the migrations and the operators' commands. */
const programs = [
  "server/launch/start.ts",
  "server/front/serve.ts",
  "server/operator/migrate.ts",
  "server/operator/admin.ts",
  "server/operator/bins.ts",
];

const { buildIfNeeded } = await openProgram("server/launch/build.ts");
const distFolder = await buildIfNeeded().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
const rows = [
  [relative(root, distFolder), "the pages and the procedures", distFolder],
  ["prisma/generated", "the database client", join(root, "prisma/generated")],
];
for (const program of programs) {
  const written = dirname(await prepareProgram(program));
  rows.push([relative(root, written), program, written]);
}
for (const [name, what, path] of rows) {
  console.log(`  ${name.padEnd(36)} ${(await measureMegabytes(path)).padStart(6)} MB  ${what}`);
}
console.log("The build is complete. npm start, node server.mjs, npm run migrate and npm run admin use it as it is.");

/** Returns the size of a folder's files, without the framework's cache, which only the next build reads. */
async function measureMegabytes(path) {
  const entries = await readdir(path, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const used = files.filter((file) => !relative(path, file).startsWith("cache/"));
  const sizes = await Promise.all(used.map(async (file) => (await stat(file)).size));
  return (sizes.reduce((sum, size) => sum + size, 0) / 1e6).toFixed(1);
}
