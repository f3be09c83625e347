import { rmSync } from "node:fs";
import { join } from "node:path";
import { type Env, type LaunchEnv, readEnv, readLaunchEnv } from "@/server/env";
import type { SandboxFile } from "../sandbox/accounts/prepare";
import { startSimulator } from "../sandbox/bank/server";
import { buildIfNeeded, generateClientIfNeeded } from "./build";
import { sentenceOf } from "./failure";
import { Life } from "./life";
import { migrate } from "./migrations/migrate";
import { awaitPorts, type WantedPort } from "./ports";
import { openDataFolder, sandboxKeys, writePrivate } from "./postgres/data-folder";
import { isOurs, startEmbeddedDatabase } from "./postgres/database";
import { startProduct } from "./product";
import { summary } from "./summary";

/** `npm start` and `npm run dev`: brings everything up, waits, takes everything down. */
const start = async (life: Life, isDevelopment: boolean): Promise<void> => {
  const env = readLaunchEnv();
  if (env.mode === "sandbox") await startSandbox(life, env, isDevelopment);
  else await startLive(life, env, isDevelopment);
  await life.ended();
};

const startSandbox = async (life: Life, given: LaunchEnv, isDevelopment: boolean): Promise<void> => {
  const { dataDir, ports } = given;
  const folder = await openDataFolder(dataDir);
  life.atEnd(folder.release);
  life.signal.addEventListener("abort", folder.markStopping);
  // Written anew when everything is ready: until then it would send people to an instance that is gone.
  const file = join(dataDir, "sandbox.json");
  rmSync(file, { force: true });
  // Whatever an instance that was killed left running needs its time to notice and to finish.
  await life.step(() => awaitPorts(portsOf(given), folder.wasAbandoned ? 30_000 : 5_000));
  const { databasePassword, ...keys } = sandboxKeys(dataDir);
  const databaseUrl = await life.step(() => openDatabase(life, given, databasePassword));
  await life.step(() => migrate(databaseUrl));
  await life.step(generateClientIfNeeded);

  const variables = { ...keys, ...presentIn(given), DATABASE_URL: databaseUrl };
  const env = readEnv({ ...process.env, ...variables });
  const sandbox = await life.step(() => loadSandbox(env));
  const banks = await life.step(() =>
    startSimulator({ databaseUrl, port: ports.bank, host: "localhost", sandboxKey: sandbox.sandboxKey }),
  );
  life.atEnd(banks.close);
  await serve(life, { ...variables, DATA_DIR: dataDir }, isDevelopment);
  writePrivate(file, sandbox);
  console.log(summary(sandbox, file, env.functions));
};

const startLive = async (life: Life, given: LaunchEnv, isDevelopment: boolean): Promise<void> => {
  await life.step(() => awaitPorts(portsOf(given), 5_000));
  await life.step(() => migrate(given.DATABASE_URL ?? ""));
  await life.step(generateClientIfNeeded);
  await serve(life, {}, isDevelopment);
  console.log(
    `Live: ${given.origins.api} (port ${given.ports.api}), ${given.origins.pay} (port ${given.ports.pay})`,
  );
};

/** Builds where that is due and starts the web server, whose end is ours too. */
const serve = async (
  life: Life,
  variables: Readonly<Record<string, string>>,
  isDevelopment: boolean,
): Promise<void> => {
  if (!isDevelopment) await life.step(() => buildIfNeeded(life.signal));
  const product = await life.step(() => startProduct(variables, isDevelopment));
  life.onHurry(product.kill);
  life.atEnd(product.stop);
  void product.ended.then((sentence) => life.end({ exitCode: 1, sentence }));
};

const openDatabase = async (life: Life, given: LaunchEnv, password: string): Promise<string> => {
  if (given.DATABASE_URL !== undefined) return given.DATABASE_URL;
  const database = await startEmbeddedDatabase(given.dataDir, given.ports.database, password);
  life.atEnd(database.stop);
  void database.gone.then(() =>
    life.end({ exitCode: 1, sentence: "The embedded PostgreSQL ended unexpectedly." }),
  );
  return database.url;
};

/** Secrets that were given win over those that the sandbox made for itself. */
const presentIn = ({ ENCRYPTION_KEYS, AUTH_SECRET, SANDBOX_KEY }: LaunchEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ENCRYPTION_KEYS, AUTH_SECRET, SANDBOX_KEY }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );

/** Imported late: it needs the generated database client, which may have been made only now. */
const loadSandbox = async ({
  databaseUrl,
  origins,
  sandboxKey,
  encryptionKeys,
}: Env): Promise<SandboxFile> => {
  const { prepareSandbox } = await import("../sandbox/accounts/prepare");
  return prepareSandbox({
    databaseUrl,
    apiOrigin: origins.api,
    panelOrigin: origins.panel,
    payOrigin: origins.pay,
    bankOrigin: origins.bank,
    sandboxKey: sandboxKey?.reveal() ?? "",
    encryptionKeys: encryptionKeys.map(({ id, key }) => ({ id, key: Buffer.from(key.reveal(), "base64") })),
  });
};

const portsOf = ({ mode, ports, dataDir, DATABASE_URL }: LaunchEnv): WantedPort[] => {
  const api = { variable: "PORT", port: ports.api };
  const pay = { variable: "PAY_PORT", port: ports.pay };
  if (mode === "live") return [api, pay].map((port) => ({ ...port, hosts: [undefined] }));
  const isEmbedded = DATABASE_URL === undefined && !isOurs(dataDir, ports.database);
  return [
    { ...api, hosts: ["127.0.0.1", "::1"] },
    { ...pay, hosts: ["127.0.0.1"] },
    { variable: "BANK_PORT", port: ports.bank, hosts: ["127.0.0.1", "::1"] },
    ...(isEmbedded ? [{ variable: "DB_PORT", port: ports.database, hosts: ["127.0.0.1"] }] : []),
  ];
};

const life = new Life();
try {
  await start(life, process.argv.includes("--dev"));
} catch (error) {
  if (!life.signal.aborted) life.end({ exitCode: 1, sentence: sentenceOf(error) });
}
process.exit(await life.close());
