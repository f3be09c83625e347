import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import pg from "pg";
import { isProductVariable } from "@/server/env";
import { freePort } from "@/server/launch/ports";
import { startTemporaryPostgres } from "@/server/launch/postgres/temporary-postgres";
import { projectRoot } from "@/server/launch/project";
import { testCertificate } from "@/server/testing/receivers/certificate";
import { openSmtpServer } from "@/server/testing/receivers/smtp-server";
import { type Instance, removeData, shortLived, startInstance } from "@/server/testing/run/instance";
import { startEdge } from "./edge";

/** The addresses of the installation; only the browser and the proxy of the walk know these names. */
export const origins = {
  API_ORIGIN: "https://api.vezne.test",
  PANEL_ORIGIN: "https://panel.vezne.test",
  PAY_ORIGIN: "https://pay.vezne.test",
  HANDOFF_ORIGIN: "https://secure.vezne.test",
} as const;

/** The host of the catalogue's bank at which the walk takes its first payment. */
const bankHost = "sanalpos.isbank.com.tr";

const bankKey = "the key of the bank of the walk";

const toHost = (origin: string): string => new URL(origin).host;

/** A closing step of everything that was started; the last one is done first. */
type Close = () => Promise<unknown>;

export type Installation = Awaited<ReturnType<typeof startInstallation>>;

/**
 * Starts the product in live mode on an empty PostgreSQL, with TLS in front of it, a mail server, and the simulated
 * banks as a process of their own, which answers at the address of a bank of the catalogue.
 * @param more further variables of the product and of its network
 * @param serverUrl the address of a superuser at the PostgreSQL of the product; without it, it has one of its own
 */
export async function startInstallation(more: Readonly<Record<string, string>> = {}, serverUrl?: string) {
  const closing: Close[] = [];
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step();
  };
  try {
    return { ...(await startAll(closing, more, serverUrl)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startAll(closing: Close[], more: Readonly<Record<string, string>>, serverUrl?: string) {
  const postgres = await startTemporaryPostgres();
  closing.push(postgres.stop);
  const adminUrl = serverUrl ?? postgres.url("postgres");
  const folder = await mkdtemp(join(tmpdir(), "vezne-walk-"));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  const mail = await openSmtpServer();
  closing.push(mail.close);
  const bankPort = await startBank(postgres.url("postgres"), postgres.url("bank"), closing);
  const ports = { PORT: String(await freePort()), PAY_PORT: String(await freePort()) };
  const tls = testCertificate([...Object.values(origins).map(toHost), bankHost]);
  const edge = await startEdge(tls, {
    [toHost(origins.API_ORIGIN)]: { port: Number(ports.PORT) },
    [toHost(origins.PANEL_ORIGIN)]: { port: Number(ports.PORT) },
    [toHost(origins.PAY_ORIGIN)]: { port: Number(ports.PAY_PORT) },
    [toHost(origins.HANDOFF_ORIGIN)]: { port: Number(ports.PAY_PORT) },
    [bankHost]: {
      port: bankPort,
      host: `localhost:${bankPort}`,
      // All simulated banks share one port; the paths of a bank with the protocol NestPay begin so.
      toPath: (path) => (path.startsWith("/fim/") ? `/nestpay${path}` : path),
    },
  });
  closing.push(edge.close);
  const certificateFile = join(folder, "certificate.pem");
  await writeFile(certificateFile, tls.cert);
  const env = {
    ...ports,
    ...origins,
    MODE: "live",
    MIGRATION_DATABASE_URL: toRoleUrl(adminUrl, "migrator"),
    DATABASE_URL: toRoleUrl(adminUrl, "application"),
    ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString("base64")}`,
    AUDIT_KEYS: `a1:${Buffer.alloc(32, 8).toString("base64")}`,
    AUTH_SECRET: "the secret of the cookies of the walk",
    TRUSTED_PROXY_HOPS: "1",
    TRUSTED_PROXIES: "127.0.0.0/8, ::1",
    SMTP_URL: mail.url,
    MAIL_FROM: "Vezne <no-reply@vezne.test>",
    NODE_EXTRA_CA_CERTS: certificateFile,
    NODE_OPTIONS: `--import ${pathToFileURL(join(projectRoot, "e2e/live/network.mjs")).href}`,
    LIVE_WALK_ROUTES: JSON.stringify(
      Object.fromEntries([...Object.values(origins).map(toHost), bankHost].map((host) => [`${host}:443`, edge.port])),
    ),
    ...more,
  };
  const roles = {
    DATABASE_ADMIN_URL: adminUrl,
    DATABASE_MIGRATOR_PASSWORD: rolePassword,
    DATABASE_APPLICATION_PASSWORD: rolePassword,
  };
  await runCommand(roles, "admin", ["database", "roles"]);
  const product = await startProduct(env);
  closing.push(product.remove);
  return {
    env,
    ports: { api: Number(ports.PORT), pay: Number(ports.PAY_PORT), bank: bankPort },
    bankDatabaseUrl: postgres.url("bank"),
    stop: product.stop,
    start: product.start,
    tls: { port: edge.port, ca: tls.cert },
    mail,
    /** Runs an operator's command next to the product, and returns what it prints. */
    run: (script: "admin" | "bins", ...args: string[]) => runCommand(env, script, args),
    readLedger: () => readLedger(bankPort),
  };
}

export const rolePassword = "the password of a role of the walk";

/** Returns the address of a database for one of the product's roles. */
export function toRoleUrl(address: string, role: "migrator" | "application", password = rolePassword): string {
  const url = new URL(address);
  [url.username, url.password] = [`vezne_${role}`, password];
  return url.href;
}

/** Starts the product; `start` does it again with the present values of `env`, on the same ports and data. */
async function startProduct(env: Readonly<Record<string, string>>) {
  let product: Instance = await startInstance({ env });
  return {
    stop: () => product.stop(),
    async start() {
      product = await startInstance({ env, like: product });
    },
    async remove() {
      await product.stop();
      await removeData(product);
    },
  };
}

async function startBank(serverUrl: string, databaseUrl: string, closing: Close[]): Promise<number> {
  const client = new pg.Client(serverUrl);
  await client.connect();
  await client.query("create database bank");
  await client.end();
  const port = await freePort();
  const program = ["server/launch/run.mjs", "server/testing/banks/bank-process.ts", databaseUrl, String(port), bankKey];
  const bank = spawn(process.execPath, program, { cwd: projectRoot, stdio: ["ignore", "pipe", "inherit"] });
  closing.push(() => end(bank));
  await Promise.race([
    once(bank.stdout, "data"),
    once(bank, "exit").then(() => Promise.reject(new Error("The bank did not start."))),
  ]);
  return port;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

/**
 * Runs an operator's command with the given variables of the product, and returns what it prints. Rejects with its
 * output in `stdout` where it ends with another exit code than 0.
 */
export async function runCommand(env: Readonly<Record<string, string>>, script: string, args: string[]) {
  const program = [...shortLived, "server/launch/run.mjs", `server/operator/${script}.ts`, ...args];
  const { stdout } = await promisify(execFile)(process.execPath, program, {
    cwd: projectRoot,
    env: { ...withoutProductVariables(), ...env },
  });
  return stdout.trim();
}

const withoutProductVariables = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !isProductVariable(name))) as NodeJS.ProcessEnv;

/** What the bank has taken, voided and given back, in TL. */
interface Ledger {
  readonly captured: number;
  readonly voided: number;
  readonly credited: number;
  readonly orders: readonly { readonly orderId: string; readonly captured: number }[];
}

async function readLedger(port: number): Promise<Ledger> {
  const answer = await fetch(`http://localhost:${port}/__control/ledger`, {
    headers: { authorization: `Bearer ${bankKey}` },
  });
  return (await answer.json()) as Ledger;
}
