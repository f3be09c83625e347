import { mkdirSync, writeFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { waitForExit } from "../testing/run/http";
import { launchInstance, removeData } from "../testing/run/instance";

/** Starts an instance that must fail: it prints one line without a stack trace and exits with 1. Returns the line. */
const readRefusal = async (env: Record<string, string>): Promise<string> => {
  const instance = await launchInstance({ env });
  expect(await waitForExit(instance)).toBe(1);
  await removeData(instance);
  const output = instance.output().trim();
  expect(output.split("\n")).toHaveLength(1);
  expect(output).toMatch(/\.$/);
  return output;
};

test.concurrent.each([
  ["a malformed variable", { PORT: "http" }, /^PORT must be a whole number from 1 to 65535\.$/],
  ["live mode without anything", { MODE: "live" }, /^DATABASE_URL, ENCRYPTION_KEYS, .*HANDOFF_ORIGIN must be set\.$/],
  [
    "an unreachable database",
    { DATABASE_URL: "postgresql://u:secret@127.0.0.1:1/x" },
    /^The database at postgresql:\/\/127\.0\.0\.1:1\/x cannot be reached: .+\.$/,
  ],
  ["a data folder that is a file", { DATA_DIR: "/dev/null" }, /^The data folder \/dev\/null cannot be used: /],
])("exits with 1 and one line for %s", async (_, env, sentence) => {
  expect(await readRefusal(env)).toMatch(sentence);
});

test.concurrent("exits with 1 and one line for another program on the port", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  expect(await readRefusal({ PORT: String(port) })).toMatch(/^Port \d+ is in use\. .+ set PORT to another port\.$/);
  server.close();
});

test.concurrent.each([
  ["another program's files", { "postgres/notes.txt": "x" }, /postgres contains files that are not a PostgreSQL/],
  ["an old PostgreSQL's data", { "postgres/PG_VERSION": "13\n" }, /was written by PostgreSQL 13, but this is Postg/],
  [
    "damaged secrets",
    { "secrets.json": "{" },
    /secrets\.json is damaged\. Restore it, or remove the whole data folder/,
  ],
])("exits with 1 and one line for a data folder with %s", async (_, files, sentence) => {
  const folder = await mkdtemp(join(tmpdir(), "vezne-broken-"));
  await chmod(folder, 0o755);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  expect(await readRefusal({ DATA_DIR: folder })).toMatch(sentence);
  await rm(folder, { recursive: true });
});

test.runIf(process.getuid?.() === 0)(
  "exits with 1 and one line for root when PostgreSQL's user may not enter a folder above the data folder",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "vezne-closed-"));
    expect(await readRefusal({ DATA_DIR: join(folder, "data") })).toMatch(/may not enter \S+: choose another DATA_DIR/);
    await rm(folder, { recursive: true });
  },
);
