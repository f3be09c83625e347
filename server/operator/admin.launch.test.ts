import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { migrate } from "../launch/migrations/migrate";
import { freePort } from "../launch/ports";
import { sandboxKeys } from "../launch/postgres/data-folder";
import { type EmbeddedDatabase, startEmbeddedDatabase } from "../launch/postgres/database";
import { projectRoot } from "../launch/project";
import { makeSandboxRoles } from "../launch/roles/make-roles";
import { prepareSandbox } from "../sandbox/accounts/prepare";
import { shortLived } from "../testing/run/instance";

type Output = { exitCode: number; out: string; err: string };

/** Runs `npm run admin` in a process of its own. */
const admin = (words: string, env: Readonly<Record<string, string>>): Promise<Output> =>
  new Promise((resolve) => {
    const program = ["server/launch/run.mjs", "server/operator/admin.ts"];
    const args = [...shortLived, ...program, ...words.split(" ").filter(Boolean)];
    const { PATH = "", HOME = "" } = process.env;
    const options = { cwd: projectRoot, env: { NODE_ENV: "test" as const, PATH, HOME, ...env } };
    const child = execFile(process.execPath, args, options, (_, out, err) =>
      resolve({ exitCode: child.exitCode ?? -1, out: out.trim(), err: err.trim() }),
    );
  });

const folder = mkdtempSync(join(tmpdir(), "vezne-admin-"));
const DATA_DIR = join(folder, "data");
const newKey = `k2:${randomBytes(32).toString("base64")}`;
const live = {
  MODE: "live",
  AUTH_SECRET: "a".repeat(32),
  AUDIT_KEYS: `a1:${Buffer.alloc(32, 2).toString("base64")}`,
  API_ORIGIN: "https://api.example.com",
  PANEL_ORIGIN: "https://panel.example.com",
  PAY_ORIGIN: "https://pay.example.com",
  HANDOFF_ORIGIN: "https://secure.example.com",
};
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.concurrent("prints the usage and exits with 1 for an unknown command", async () => {
  const output = await admin("reboot", { DATA_DIR });
  expect(output).toMatchObject({ exitCode: 1, out: "" });
  expect(output.err).toContain("webhook-secret activate PARTNER");
});

test.concurrent("exits with 1 and a message when no sandbox runs or the database does not answer", async () => {
  const DATABASE_URL = "postgresql://u:secret@127.0.0.1:1/x";
  const [none, unreachable] = await Promise.all([
    admin("keys status", { DATA_DIR }),
    admin("keys status", { ...live, DATABASE_URL, ENCRYPTION_KEYS: newKey }),
  ]);
  expect(none).toEqual({
    exitCode: 1,
    out: "",
    err: `No sandbox uses the data folder ${DATA_DIR}. Start one first with: npm start`,
  });
  expect(unreachable.err).toMatch(/^The database at postgresql:\/\/127\.0\.0\.1:1\/x cannot be reached: [^\n]+\.$/);
});

describe.sequential("with the data of a sandbox", () => {
  let database: EmbeddedDatabase;
  const keys = () => sandboxKeys(DATA_DIR);
  /**
   * Prepares the data as a start of the sandbox does, and returns the demo account's webhook secret in `sandbox.json`.
   */
  const load = async (encryptionKeys: string): Promise<string | undefined> => {
    const { partners } = await prepareSandbox({
      databaseUrl: database.url,
      applicationDatabaseUrl: database.url,
      sandboxKey: keys().SANDBOX_KEY,
      bankOrigin: "http://bank.test",
      apiOrigin: "http://api.test",
      panelOrigin: "http://api.test",
      payOrigin: "http://pay.test",
      encryptionKeys: encryptionKeys.split(",").map((entry) => {
        const [id = "", key = ""] = entry.split(":");
        return { id, key: Buffer.from(key, "base64") };
      }),
    });
    return partners.demo?.webhookSecret;
  };
  beforeAll(async () => {
    mkdirSync(join(DATA_DIR, "logs"), { recursive: true });
    for (const path of [folder, DATA_DIR]) chmodSync(path, 0o755);
    database = await startEmbeddedDatabase(DATA_DIR, await freePort(), keys().databasePassword);
    await migrate(database.url);
    await makeSandboxRoles(database.url);
    await load(keys().ENCRYPTION_KEYS);
  });
  afterAll(() => database.stop());

  test("prepares a webhook secret, prints it once without logging it, activates it and rolls it back", async () => {
    const first = await load(keys().ENCRYPTION_KEYS);
    const prepared = await admin("webhook-secret prepare prt_demo", { DATA_DIR });
    expect(prepared.err).toBe("");
    const [secret = ""] = prepared.out.split("\n");
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    const activated = await admin("webhook-secret activate prt_demo", { DATA_DIR });
    expect(activated).toMatchObject({ exitCode: 0, err: "" });
    expect(await load(keys().ENCRYPTION_KEYS)).toBe(secret);
    expect(await admin("webhook-secret activate prt_demo", { DATA_DIR })).toEqual({
      exitCode: 1,
      out: "",
      err: "No webhook secret is prepared for prt_demo.",
    });
    const back = await admin("webhook-secret rollback prt_demo", { DATA_DIR });
    expect(back).toMatchObject({ exitCode: 0, err: "" });
    expect(await load(keys().ENCRYPTION_KEYS)).toBe(first);
    const log = readFileSync(join(DATA_DIR, "logs/vezne.log"), "utf8");
    expect(log).toContain("Webhook secret prepared");
    expect([log, activated.out, back.out].join()).not.toContain(secret);
    expect((await admin("webhook-secret prepare prt_none", { DATA_DIR })).err).toBe("There is no account prt_none.");
  });

  test("writes only the answer to standard output in live mode, and the log to standard error", async () => {
    const given = { ...live, DATABASE_URL: database.url, ENCRYPTION_KEYS: keys().ENCRYPTION_KEYS };
    const { out, err } = await admin("webhook-secret prepare prt_demo", given);
    expect(out).toMatch(/^whsec_\S{32}\nThis is the next webhook secret of prt_demo\.[^\n]*$/);
    expect(JSON.parse(err)).toMatchObject({ level: "info", msg: "Webhook secret prepared" });
  });

  test("prints the findings of the connection doctor, with the letter, and exits with 1", async () => {
    const { exitCode, out, err } = await admin("bank doctor trm_demo_default", { DATA_DIR });
    expect([exitCode, err]).toEqual([1, ""]);
    expect(out).toMatch(/^Türkiye İş Bankası, trm_demo_default: 1 finding\.\n/);
    expect(out).toContain("The bank’s address is not found (name_not_found)");
    expect(out).toContain("Sayın yetkili,");
  });

  test("refuses a rotation from a shell without the product's encryption key", async () => {
    expect(await admin("webhook-secret prepare prt_demo", { DATA_DIR, ENCRYPTION_KEYS: newKey })).toEqual({
      exitCode: 1,
      out: "",
      err: "No encryption key named k1 was given.",
    });
  });

  test("encrypts everything under a new key, after which the old one is not needed", async () => {
    const both = { DATA_DIR, ENCRYPTION_KEYS: `${newKey},${keys().ENCRYPTION_KEYS}` };
    const before = await load(both.ENCRYPTION_KEYS);
    const status = await admin("keys status", { DATA_DIR });
    expect(status.out).toMatch(/^k1, encrypts: \d+ \(partner\.webhook_secret 8, .+\)/);
    const rotated = await admin("keys rotate", both);
    expect(rotated).toMatchObject({ exitCode: 0, err: "" });
    expect(rotated.out).toContain("partner.webhook_secret: 8 from k1 to k2");
    expect(rotated.out).toContain("k1, only decrypts: no values. It can be removed from ENCRYPTION_KEYS.");
    expect((await admin("keys status", { DATA_DIR, ENCRYPTION_KEYS: newKey })).out).toMatch(
      /^k2, encrypts: \d+ \([^\n]+\)$/,
    );
    expect(await load(newKey)).toBe(before);
  });
});
