import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describeEngine, type Env, type FunctionsEngine, type LaunchEnv, readEnv, readLaunchEnv } from "@/server/env";
import type { SandboxFile } from "../sandbox/accounts/prepare";
import { startSimulator } from "../sandbox/bank/server";
import { buildIfNeeded } from "./build";
import { describeError, LaunchFailure } from "./failure";
import { Lifecycle } from "./lifecycle";
import { migrate } from "./migrations/migrate";
import { awaitPorts, type WantedPort } from "./ports";
import { openDataFolder, sandboxKeys, writePrivate } from "./postgres/data-folder";
import { isOwnServer, startEmbeddedDatabase } from "./postgres/database";
import { projectRoot } from "./project";
import { makeSandboxRoles } from "./roles/make-roles";
import { sealAuditAfter } from "./seal-audit";
import { withoutCoreDumps } from "./without-core-dumps";

/** Runs `npm start` and `npm run dev`: starts everything and waits until the run has to end. */
const start = async (lifecycle: Lifecycle, isDevelopment: boolean): Promise<void> => {
  const env = readLaunchEnv();
  if (env.mode === "sandbox") await startSandbox(lifecycle, env, isDevelopment);
  else await startLive(lifecycle, env, isDevelopment);
  await lifecycle.ended();
};

const startSandbox = async (lifecycle: Lifecycle, given: LaunchEnv, isDevelopment: boolean): Promise<void> => {
  const { dataDir, ports } = given;
  const folder = await openDataFolder(dataDir);
  lifecycle.atEnd(folder.release);
  lifecycle.signal.addEventListener("abort", folder.markStopping);
  // The file is written again when everything is ready; until then it would describe an instance that has ended.
  const file = join(dataDir, "sandbox.json");
  rmSync(file, { force: true });
  // Processes of a killed instance need time to notice its end and to finish.
  await lifecycle.step(() => awaitPorts(listPorts(given), folder.wasAbandoned ? 30_000 : 5_000));
  const { databasePassword, ...keys } = sandboxKeys(dataDir);
  const databaseUrl = await lifecycle.step(() => openDatabase(lifecycle, given, databasePassword));
  const applied = await lifecycle.step(() => migrate(databaseUrl));
  // With the embedded database the product has the application's role, as in live mode (D-304).
  const isEmbedded = given.DATABASE_URL === undefined;
  const applicationUrl = isEmbedded ? await lifecycle.step(() => makeSandboxRoles(databaseUrl)) : databaseUrl;

  const variables = { ...keys, ...readGivenSecrets(given), DATABASE_URL: applicationUrl };
  const env = readEnv({ ...process.env, ...variables });
  await lifecycle.step(() => sealAuditAfter(applied, env));
  const sandbox = await lifecycle.step(() => loadSandbox(env, databaseUrl));
  const banks = await lifecycle.step(() =>
    startSimulator({ databaseUrl, port: ports.bank, host: "localhost", sandboxKey: sandbox.sandboxKey }),
  );
  lifecycle.atEnd(banks.close);
  await serve(lifecycle, given, { ...variables, DATA_DIR: dataDir }, isDevelopment);
  writePrivate(file, sandbox);
  console.log(formatSummary(sandbox, file, env.functions));
};

const startLive = async (lifecycle: Lifecycle, given: LaunchEnv, isDevelopment: boolean): Promise<void> => {
  await lifecycle.step(() => awaitPorts(listPorts(given), 5_000));
  const applied = await lifecycle.step(() => migrate(given.MIGRATION_DATABASE_URL ?? ""));
  await lifecycle.step(() => sealAuditAfter(applied, readEnv()));
  await serve(lifecycle, given, {}, isDevelopment);
  if (!given.smtp)
    console.log("No mail leaves: SMTP_URL and MAIL_FROM are not set, so mails wait for 24 hours at most.");
  console.log(
    `Vezne is ready (live): ${given.origins.api} on port ${given.ports.api}, ${given.origins.pay} on port ${given.ports.pay}.`,
  );
};

/** Builds the product when needed and starts the web server. The launcher ends when the web server ends. */
const serve = async (
  lifecycle: Lifecycle,
  { stopPauseMs }: LaunchEnv,
  variables: Readonly<Record<string, string>>,
  isDevelopment: boolean,
): Promise<void> => {
  if (!isDevelopment) await lifecycle.step(() => buildIfNeeded(lifecycle.signal));
  const product = await lifecycle.step(() => startProduct(variables, isDevelopment));
  lifecycle.onSecondSignal(product.kill);
  lifecycle.atEnd(() => product.stop(lifecycle.stopSignal, stopPauseMs + stopTimeoutMs));
  void product.ended.then((sentence) => lifecycle.end({ exitCode: 1, sentence }));
};

type Product = {
  /** Resolves when the web server ends, with a sentence about the end. */
  ended: Promise<string>;
  /** Stops the web server after it has finished its requests; kills it after `timeoutMs`. */
  stop(signal: NodeJS.Signals, timeoutMs: number): Promise<void>;
  kill(): void;
};

/** The time limit of a stop after its pause, ms: the web server gives requests 20 s, and its background work more. */
const stopTimeoutMs = 40_000;

/** A message of the web server to its launcher. */
type Message = { kind: "ready" } | { kind: "failed"; sentence: string };

/**
 * Starts the web server and waits until it serves. @throws LaunchFailure with the server's message when it cannot start
 */
const startProduct = async (env: Record<string, string>, isDevelopment: boolean): Promise<Product> => {
  const script = [join(projectRoot, "server.mjs"), ...(isDevelopment ? ["--dev"] : [])];
  const child = spawn(...withoutCoreDumps(process.execPath, script), {
    cwd: projectRoot,
    // The web server never migrates, so it does not get the address of the migrator (D-304).
    env: {
      ...process.env,
      ...env,
      MIGRATION_DATABASE_URL: "",
      NODE_ENV: isDevelopment ? "development" : "production",
    },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  // The signal for a new log file concerns the web server.
  process.on("SIGUSR2", () => child.kill("SIGUSR2"));
  const exited = new Promise<string>((resolve) => {
    child.once("exit", (code, signal) => resolve(`The web server ended unexpectedly (${signal ?? `code ${code}`}).`));
    child.once("error", (error) => resolve(`The web server could not be started: ${error.message}.`));
  });
  const product: Product = {
    ended: exited,
    stop: async (signal, timeoutMs) => {
      child.kill(signal);
      const killTimer = setTimeout(() => child.kill("SIGKILL"), timeoutMs);
      await exited;
      clearTimeout(killTimer);
    },
    kill: () => child.kill("SIGKILL"),
  };
  const failure = await new Promise<string | undefined>((resolve) => {
    child.on("message", (message: Message) => resolve(message.kind === "failed" ? message.sentence : undefined));
    void exited.then(resolve);
  });
  if (failure === undefined) return product;
  await product.stop("SIGINT", stopTimeoutMs);
  throw new LaunchFailure(failure);
};

const openDatabase = async (lifecycle: Lifecycle, given: LaunchEnv, password: string): Promise<string> => {
  if (given.DATABASE_URL !== undefined) return given.DATABASE_URL;
  const database = await startEmbeddedDatabase(given.dataDir, given.ports.database, password);
  lifecycle.atEnd(database.stop);
  void database.ended.then(() =>
    lifecycle.end({ exitCode: 1, sentence: "The embedded PostgreSQL ended unexpectedly." }),
  );
  return database.url;
};

/** Returns the secrets of the environment, which take precedence over those that the sandbox has generated. */
const readGivenSecrets = ({
  ENCRYPTION_KEYS,
  AUDIT_KEYS,
  AUTH_SECRET,
  SANDBOX_KEY,
}: LaunchEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ENCRYPTION_KEYS, AUDIT_KEYS, AUTH_SECRET, SANDBOX_KEY }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );

/**
 * Loads the sandbox data. The import is dynamic because it needs the database client, which may be generated just
 * before.
 */
const loadSandbox = async (
  { databaseUrl: applicationDatabaseUrl, origins, sandboxKey, encryptionKeys }: Env,
  databaseUrl: string,
): Promise<SandboxFile> => {
  const { prepareSandbox } = await import("../sandbox/accounts/prepare");
  return prepareSandbox({
    databaseUrl,
    applicationDatabaseUrl,
    apiOrigin: origins.api,
    panelOrigin: origins.panel,
    payOrigin: origins.pay,
    bankOrigin: origins.bank,
    sandboxKey: sandboxKey?.reveal() ?? "",
    encryptionKeys: encryptionKeys.map(({ id, key }) => ({ id, key: Buffer.from(key.reveal(), "base64") })),
  });
};

const listPorts = ({ mode, ports, dataDir, DATABASE_URL }: LaunchEnv): WantedPort[] => {
  const api = { variable: "PORT", port: ports.api };
  const pay = { variable: "PAY_PORT", port: ports.pay };
  const admin = { variable: "ADMIN_PORT", port: ports.admin };
  if (mode === "live") return [api, pay, admin].map((port) => ({ ...port, hosts: [undefined] }));
  const isEmbedded = DATABASE_URL === undefined && !isOwnServer(dataDir, ports.database);
  return [
    { ...api, hosts: ["127.0.0.1", "::1"] },
    { ...pay, hosts: ["127.0.0.1"] },
    { ...admin, hosts: ["127.0.0.1", "::1"] },
    { variable: "BANK_PORT", port: ports.bank, hosts: ["127.0.0.1", "::1"] },
    ...(isEmbedded ? [{ variable: "DB_PORT", port: ports.database, hosts: ["127.0.0.1"] }] : []),
  ];
};

/** Formats the summary that a ready sandbox prints: addresses, sign-in data, an API key, a terminal and a test card. */
const formatSummary = (sandbox: SandboxFile, file: string, engine: FunctionsEngine): string => {
  const { demo } = sandbox.partners;
  const people = [...(demo?.users ?? []), ...sandbox.staff];
  const card = sandbox.cards.find(({ outcome }) => outcome === "approved");
  const lines: [string, string][] = [
    ["API, docs", sandbox.apiUrl],
    ["Panel", sandbox.panelUrl],
    ["Pay pages", sandbox.payUrl],
    ["Test banks", sandbox.bankUrl],
    ["Mail", `${sandbox.apiUrl}/sandbox/mail/inbox  (the password is the sandboxKey of the file below)`],
    ["Database", sandbox.databaseUrl],
    ["Functions", describeEngine(engine)],
    ...people.map(({ email, password, role }): [string, string] => [`Login (${role})`, `${email}  ${password}`]),
    ["API key", demo?.apiKeys[0] ?? ""],
    ["Terminal", demo?.terminals.default ?? ""],
    ["Test card", card ? `${card.pan}  ${card.expireMonth}/${card.expireYear}  ${card.cv2}  code ${sandbox.otp}` : ""],
  ];
  const rows = lines.map(([name, value]) => `  ${name.padEnd(15)} ${value}`);
  return [
    "",
    "Vezne is ready (sandbox)",
    "",
    ...rows,
    "",
    `  The file ${file} contains all accounts, keys and cards. Press Ctrl-C to stop everything.`,
    "",
  ].join("\n");
};

const lifecycle = new Lifecycle();
try {
  await start(lifecycle, process.argv.includes("--dev"));
} catch (error) {
  if (!lifecycle.signal.aborted) lifecycle.end({ exitCode: 1, sentence: describeError(error) });
}
process.exit(await lifecycle.close());
