import { mkdirSync, writeFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { endOf } from "../testing/run/http";
import { launchInstance, removeData } from "../testing/run/instance";

/** Starts what cannot start; it must say one sentence, without a stack, and exit with 1. */
const sentenceOf = async (env: Record<string, string>): Promise<string> => {
  const instance = await launchInstance({ env });
  expect(await endOf(instance)).toBe(1);
  await removeData(instance);
  const said = instance.output().trim();
  expect(said.split("\n")).toHaveLength(1);
  expect(said).toMatch(/\.$/);
  return said;
};

test.each([
  ["a malformed variable", { PORT: "http" }, /^PORT must be a whole number from 1 to 65535\.$/],
  [
    "live mode without anything",
    { MODE: "live" },
    /^DATABASE_URL, ENCRYPTION_KEYS, .*HANDOFF_ORIGIN must be set\.$/,
  ],
  [
    "an unreachable database",
    { DATABASE_URL: "postgresql://u:secret@127.0.0.1:1/x" },
    /^The database at postgresql:\/\/127\.0\.0\.1:1\/x cannot be reached: .+\.$/,
  ],
  [
    "a data folder that is a file",
    { DATA_DIR: "/dev/null" },
    /^The data folder \/dev\/null cannot be used: /,
  ],
])("%s is told in one sentence", async (_, env, sentence) => {
  expect(await sentenceOf(env)).toMatch(sentence);
});

test("a foreign program on the port is told in one sentence", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  expect(await sentenceOf({ PORT: String(port) })).toMatch(
    /^Port \d+ is in use: .+ set PORT to another port\.$/,
  );
  server.close();
});

test.each([
  [
    "another program's files",
    { "postgres/notes.txt": "x" },
    /postgres holds something that is not a PostgreSQL/,
  ],
  [
    "an old PostgreSQL's data",
    { "postgres/PG_VERSION": "13\n" },
    /was written by PostgreSQL 13, and this is Postg/,
  ],
  [
    "damaged secrets",
    { "secrets.json": "{" },
    /secrets\.json is damaged: restore it, or remove the whole data folder/,
  ],
])("a data folder with %s is told in one sentence", async (_, files, sentence) => {
  const folder = await mkdtemp(join(tmpdir(), "vezne-broken-"));
  await chmod(folder, 0o755);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  expect(await sentenceOf({ DATA_DIR: folder })).toMatch(sentence);
  await rm(folder, { recursive: true });
});

const isRoot = process.getuid?.() === 0;

test.runIf(isRoot)(
  "root's data folder under one that PostgreSQL's user may not enter is told in one sentence",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "vezne-closed-"));
    expect(await sentenceOf({ DATA_DIR: join(folder, "data") })).toMatch(
      /may not enter \S+: choose another DATA_DIR/,
    );
    await rm(folder, { recursive: true });
  },
);
