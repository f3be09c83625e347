import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { projectRoot } from "../launch/project";
import { closeDb, createDb, type Db } from "../store/db";
import { createTestDatabase, type TestDatabase } from "../testing/world/database";

type Output = { exitCode: number; out: string; err: string };

/** Runs `npm run bins` in a process of its own. */
const bins = (...words: readonly string[]): Promise<Output> =>
  new Promise((resolve) => {
    const args = ["server/launch/run.mjs", "server/operator/bins.ts", ...words];
    const { PATH = "", HOME = "" } = process.env;
    const env = { NODE_ENV: "test" as const, PATH, HOME, ...live, DATABASE_URL: database.url };
    const child = execFile(process.execPath, args, { cwd: projectRoot, env }, (_, out, err) =>
      resolve({ exitCode: child.exitCode ?? -1, out: out.trim(), err: err.trim() }),
    );
  });
const live = {
  MODE: "live",
  AUTH_SECRET: "a".repeat(32),
  API_ORIGIN: "https://api.example.com",
  PANEL_ORIGIN: "https://panel.example.com",
  PAY_ORIGIN: "https://pay.example.com",
  HANDOFF_ORIGIN: "https://secure.example.com",
  ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 1).toString("base64")}`,
  AUDIT_KEYS: `a1:${Buffer.alloc(32, 2).toString("base64")}`,
};

let database: TestDatabase;
let db: Db;
const folder = mkdtempSync(join(tmpdir(), "vezne-bins-"));
beforeAll(async () => {
  database = await createTestDatabase();
  db = createDb({ databaseUrl: database.url });
});
afterAll(async () => {
  await closeDb(db);
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

// Each run starts a process, which takes some seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const seed = "prisma/seed/bins.csv";
const seedLines = readFileSync(join(projectRoot, seed), "utf8").trimEnd().split("\n");
const write = (...lines: readonly string[]): string => {
  const path = join(folder, "bins.csv");
  writeFileSync(path, `${lines.join("\n")}\n`);
  return path;
};
const rows = () => db.prisma.binRange.count();

test("prints the usage and exits with 1 without a command", async () => {
  const output = await bins();
  expect(output).toMatchObject({ exitCode: 1, out: "" });
  expect(output.err).toMatch(/^npm run bins -- COMMAND\n {2}import FILE /);
});

test("prints the first twenty faults with their lines and the count, and writes nothing", async () => {
  const faulty = Array.from({ length: 25 }, () => "12345,A,,credit,visa,0,,high,a,");
  const output = await bins("import", write(...seedLines.slice(0, 3), ...faulty));
  expect(output).toMatchObject({ exitCode: 1, out: "" });
  const [title, ...lines] = output.err.split("\n");
  expect(title).toBe(`${join(folder, "bins.csv")} was not imported: 25 faults.`);
  expect(lines[0]).toBe("  line 4: bin must be 6 to 8 digits");
  expect(lines.slice(19)).toEqual(["  line 23: bin must be 6 to 8 digits", "  and 5 more"]);
  expect(await rows()).toBe(0);
});

test("shows an import in a dry run, does it without, and refuses a much smaller file without --remove-many", async () => {
  const dry = await bins("import", seed, "--dry-run");
  expect(dry).toMatchObject({ exitCode: 0, err: "" });
  expect(dry.out.split("\n")[0]).toBe(
    "Nothing was written (dry run): 4183 added, 0 changed, 0 removed, 0 unchanged; the file lists 4183 BINs.",
  );
  expect(dry.out).toContain("\n232 lines on which the file's sources disagree:\n  line ");
  expect(dry.out).toContain("\nBanks that are new in the table (a misspelt name is never on-us):\n");
  expect(await rows()).toBe(0);

  const done = await bins("import", seed);
  expect(done.out.split("\n")[0]).toBe(
    "Imported: 4183 added, 0 changed, 0 removed, 0 unchanged; the file lists 4183 BINs.",
  );
  expect(JSON.parse(done.err)).toMatchObject({ level: "info", added: 4183, msg: "BIN table imported" });
  expect(await rows()).toBe(4183);

  const changed = seedLines.map((line) => line.replace(/^435508,Akbank,axess,/, "435508,Akbnak,,"));
  const small = write(...changed.slice(0, 3_000));
  const refused = await bins("import", small);
  expect(refused).toEqual({
    exitCode: 1,
    out: "",
    err:
      `${small} was not imported. The import would remove 1184 of 4183 imported rows, which is more than a tenth. ` +
      "If the file is the whole table, add --remove-many.",
  });
  expect(await rows()).toBe(4183);

  const asked = await bins("import", small, "--remove-many");
  expect(asked.out).toMatch(/^Imported: 0 added, 1 changed, 1184 removed, 2998 unchanged;/);
  expect(asked.out).toContain("\nChanged:\n  435508: bank Akbank → Akbnak, brand axess → none\n");
  expect(asked.out).toMatch(/\n {2}and 1164 more\n/);
  expect(asked.out).toMatch(/\nBanks that are new in the table \([^)]+\):\n {2}Akbnak\n/);
  expect(await rows()).toBe(2_999);
});

test("prints the row of a BIN, its longer prefixes, or that there is no row", async () => {
  await db.prisma.binRange.createMany({
    data: [
      { ...binRow("400000", "Eski Banka"), confidence: "low" },
      { ...binRow("40000012", ""), scheme: "", brand: null, commercial: true, origin: "sandbox" },
    ],
  });
  const [six, none] = await Promise.all([bins("find", "400000"), bins("find", "499999")]);
  expect(six).toEqual({
    exitCode: 0,
    out: [
      "400000: Eski Banka, bonus, credit, visa, personal, low confidence, no installments, origin imported",
      "1 longer prefix:",
      "  40000012: bank unknown, no brand, credit, scheme unknown, commercial, high confidence, installments, origin sandbox",
    ].join("\n"),
    err: "",
  });
  expect(none).toEqual({ exitCode: 0, out: "499999: there is no row.", err: "" });
});

const binRow = (bin: string, bank: string) =>
  ({
    bin,
    bank,
    brand: "bonus",
    family: "credit",
    scheme: "visa",
    commercial: false,
    confidence: "high",
  }) as const;
