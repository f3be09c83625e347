import { join, resolve } from "node:path";
import type { z } from "zod";
import { parseMailFrom } from "@/server/domain/people/mail-from";
import { Secret } from "@/server/domain/secret";
import { findConflicts } from "./env-conflicts";
import { deriveAuditKeys, loopback, parseKeys, parseList } from "./env-forms";
import { isDevelopmentServer, schema, toAddresses, toPorts, type Variables } from "./env-schema";
import { toTelemetry } from "./env-telemetry";

/**
 * Reports missing and malformed variables; the message is one sentence that names all of them, without their values.
 */
export class EnvError extends Error {
  override name = "EnvError";
}

/** The settings that the product reads from its environment. Reading them has no side effects. */
export type Env = ReturnType<typeof readEnv>;

/** The settings that are known before the launcher has created the secrets and the database of a sandbox. */
export type LaunchEnv = ReturnType<typeof readLaunchEnv>;

/** Reads the environment of the running product. Throws EnvError. */
export const readEnv = (source: Source = process.env) => {
  const env = read(source, [...alwaysNeeded, "AUDIT_KEYS", "SANDBOX_KEY"]);
  const { DATABASE_URL, ENCRYPTION_KEYS, AUDIT_KEYS, AUTH_SECRET, SANDBOX_KEY } = env.variables;
  return {
    ...env.settings,
    databaseUrl: DATABASE_URL ?? "",
    /** The encryption keys: the first one encrypts, all of them decrypt. */
    encryptionKeys: parseKeys(ENCRYPTION_KEYS ?? ""),
    /** The keys of the audit log's chain: the first one signs, all of them check (D-300, D-303). */
    auditKeys: AUDIT_KEYS === undefined ? deriveAuditKeys(parseKeys(ENCRYPTION_KEYS ?? "")) : parseKeys(AUDIT_KEYS),
    authSecret: new Secret(AUTH_SECRET ?? ""),
    /** The key of the sandbox endpoints; undefined in live mode, where no endpoint may accept it. */
    sandboxKey: env.settings.mode === "sandbox" ? new Secret(SANDBOX_KEY ?? "") : undefined,
  };
};

/** Reads the environment of the launcher, which requires no variable in the sandbox. Throws EnvError. */
export const readLaunchEnv = (source: Source = process.env) => {
  const env = read(source, []);
  const { DATABASE_URL, ENCRYPTION_KEYS, AUDIT_KEYS, AUTH_SECRET, SANDBOX_KEY } = env.variables;
  const { MIGRATION_DATABASE_URL = DATABASE_URL } = env.variables;
  const given = { DATABASE_URL, ENCRYPTION_KEYS, AUDIT_KEYS, AUTH_SECRET, SANDBOX_KEY };
  return { ...env.settings, ...given, MIGRATION_DATABASE_URL };
};

/** Reads the address for migrations alone, for a step of a deployment that needs nothing else. Throws EnvError. */
export const readMigrationUrl = ({ MIGRATION_DATABASE_URL, DATABASE_URL }: Source = process.env): string => {
  const url = MIGRATION_DATABASE_URL || DATABASE_URL;
  if (!url) throw new EnvError("MIGRATION_DATABASE_URL or DATABASE_URL must be set.");
  return url;
};

/** Reads the variables of `database roles` alone, which works before anything else is set. Throws EnvError. */
export const readRolesEnv = (source: Source = process.env) => {
  const given = Object.fromEntries(
    Object.entries(source).filter(([name, value]) => name.startsWith("DATABASE_") && value),
  );
  const parsed = schema.safeParse(given);
  if (!parsed.success) throw new EnvError(`${parsed.error.issues.map(describeIssue).join("; ")}.`);
  const v = parsed.data;
  if (v.DATABASE_ADMIN_URL === undefined) {
    throw new EnvError("DATABASE_ADMIN_URL must be set: the address of a superuser, or of an owner of the database.");
  }
  return {
    adminUrl: v.DATABASE_ADMIN_URL,
    passwords: withoutUndefined({
      migrator: v.DATABASE_MIGRATOR_PASSWORD,
      application: v.DATABASE_APPLICATION_PASSWORD,
      reader: v.DATABASE_READER_PASSWORD,
      auditor: v.DATABASE_AUDITOR_PASSWORD,
    }),
    /** Files whose only line is a password. */
    passwordFiles: withoutUndefined({
      migrator: v.DATABASE_MIGRATOR_PASSWORD_FILE,
      application: v.DATABASE_APPLICATION_PASSWORD_FILE,
      reader: v.DATABASE_READER_PASSWORD_FILE,
      auditor: v.DATABASE_AUDITOR_PASSWORD_FILE,
    }),
  };
};

const withoutUndefined = <Name extends string>(values: Readonly<Record<Name, string | undefined>>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<
    Record<Name, string>
  >;

/** Returns whether the product reads a variable of this name. */
export const isProductVariable = (name: string): boolean => Object.hasOwn(schema.shape, name);

type Source = Readonly<Record<string, string | undefined>>;

const alwaysNeeded = ["DATABASE_URL", "ENCRYPTION_KEYS", "AUTH_SECRET"];
const neededInLiveMode = [...alwaysNeeded, "API_ORIGIN", "PANEL_ORIGIN", "PAY_ORIGIN", "HANDOFF_ORIGIN"];

const read = (source: Source, neededInSandbox: string[]) => {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const live = given.MODE === "live";
  const needed = live ? neededInLiveMode : neededInSandbox;
  const missing = needed.filter((name) => given[name] === undefined);
  const parsed = schema.safeParse(given);
  const malformed = parsed.success ? findConflicts(parsed.data) : parsed.error.issues.map(describeIssue);
  if (missing.length > 0 || !parsed.success || malformed.length > 0) {
    const absent = missing.length > 0 ? [`${missing.join(", ")} must be set`] : [];
    throw new EnvError(`${[...absent, ...malformed].join("; ")}.`);
  }
  return { variables: parsed.data, settings: toSettings(parsed.data) };
};

const describeIssue = ({ path, message }: z.core.$ZodIssue): string => `${path.join(".")} ${message}`;

const toSettings = (v: Variables) => {
  const ports = toPorts(v);
  const api = v.API_ORIGIN ?? `http://localhost:${ports.api}`;
  const pay = v.PAY_ORIGIN ?? `http://127.0.0.1:${ports.pay}`;
  return {
    mode: v.MODE,
    dataDir: resolve(v.DATA_DIR),
    ports,
    /** The public addresses, without a trailing slash. */
    origins: {
      api,
      panel: v.PANEL_ORIGIN ?? api,
      pay,
      handoff: v.HANDOFF_ORIGIN ?? pay,
      bank: `http://localhost:${ports.bank}`,
    },
    redisUrl: v.REDIS_URL,
    functions: functionsEngine(v),
    /** The addresses at which the listeners are open in live mode (D-317). */
    addresses: toAddresses(v.HOST),
    /** The addresses of the private listener, which serves probes and metrics (D-324). */
    adminAddresses: toAddresses(v.ADMIN_HOST),
    /** How long the process answers "not ready" before it closes its ports, ms (D-325). */
    stopPauseMs: (v.STOP_PAUSE_SECONDS ?? (v.MODE === "live" ? 5 : 0)) * 1_000,
    /** The least level of the lines that are written, and their file; undefined for the standard output. */
    log: {
      level: v.LOG_LEVEL,
      file: v.LOG_FILE ?? (v.MODE === "sandbox" ? join(resolve(v.DATA_DIR), "logs", "vezne.log") : undefined),
    },
    /** Whether requests are refused at the ceiling of the process's capacity, or only counted (D-68). */
    capacityCheck: v.CAPACITY_CHECK,
    /** Whether new cards are refused at once while their bank cannot be reached (D-371, D-373). */
    isBankBreakerOn: isBreakerOn(v),
    /** The proxies in front whose `X-Forwarded-For` entries are trusted for the source IP (D-8, D-317). */
    trustedProxies: {
      hops: v.TRUSTED_PROXY_HOPS,
      networks: v.TRUSTED_PROXIES === undefined ? loopback : parseList(v.TRUSTED_PROXIES),
    },
    /** Where a weakness is reported to, for `security.txt` (D-319); undefined where none is named. */
    securityContact: v.SECURITY_CONTACT ?? (v.MODE === "sandbox" ? "mailto:security@vezne.test" : undefined),
    /** The addresses from which our requests reach the banks, for letters to them. */
    egressAddresses: parseList(v.EGRESS_ADDRESSES ?? ""),
    webhookHeaderPrefix: v.WEBHOOK_HEADER_PREFIX,
    webhookLegacyHeaderPrefix: v.WEBHOOK_LEGACY_HEADER_PREFIX,
    rateLimitMultiplier: v.RATE_LIMIT_MULTIPLIER ?? 1,
    smtp: toSmtp(v),
    /** Who hears of alerts: addresses, and a webhook of the operator; undefined where none is named (D-362). */
    incidents: {
      mailTo: parseList(v.INCIDENT_MAIL ?? ""),
      language: v.INCIDENT_LANGUAGE,
      webhook: toIncidentWebhook(v),
    },
    /** Whether live mode serves with a database role that could switch triggers off (D-305). */
    allowDatabaseOwner: v.ALLOW_DATABASE_OWNER !== undefined,
    /** Where the heads of the audit logs are exported: a file, and a mail a day where an address is given (D-302). */
    auditHeads: {
      file: resolve(/* turbopackIgnore: true */ v.AUDIT_HEADS_FILE ?? join(v.DATA_DIR, "audit-heads.jsonl")),
      mail: v.AUDIT_HEADS_MAIL,
    },
    /** The tax that is included in the commission (D-399). */
    commissionTax: v.COMMISSION_TAX,
    /** Metrics and traces (D-350). */
    telemetry: toTelemetry(v),
  };
};

/** A sandbox is asked on purpose to fail, and its next good card has to work at once (D-373). */
const isBreakerOn = (v: Variables): boolean => (v.BANK_BREAKER ?? (v.MODE === "live" ? "on" : "off")) === "on";

/** The place where the background functions run: this process, an Inngest server, or Inngest's cloud. */
export type FunctionsEngine =
  | { readonly kind: "embedded" }
  | { readonly kind: "cloud"; readonly eventKey: string; readonly signingKey: Secret }
  | {
      readonly kind: "server";
      readonly baseUrl: string;
      readonly eventKey: string;
      readonly signingKey: Secret;
    }
  /** Inngest's development server, which cannot sign its calls. */
  | { readonly kind: "development"; readonly baseUrl: string; readonly eventKey: string };

/** Describes the engine for the log and for the message that the product is ready. */
export const describeEngine = (engine: FunctionsEngine): string => {
  if (engine.kind === "embedded") return "embedded executor";
  if (engine.kind === "cloud") return "Inngest Cloud";
  const { origin } = new URL(engine.baseUrl);
  return engine.kind === "server"
    ? `Inngest at ${origin}`
    : `Inngest at ${origin} (development server: calls are not signed)`;
};

const functionsEngine = (v: Variables): FunctionsEngine => {
  const { INNGEST_BASE_URL: baseUrl, INNGEST_EVENT_KEY: eventKey = "", INNGEST_SIGNING_KEY } = v;
  const signingKey = new Secret(INNGEST_SIGNING_KEY ?? "");
  if (baseUrl === undefined) return eventKey === "" ? { kind: "embedded" } : { kind: "cloud", eventKey, signingKey };
  if (isDevelopmentServer(v)) return { kind: "development", baseUrl, eventKey: eventKey || "development" };
  return { kind: "server", baseUrl, eventKey, signingKey };
};

/** Returns the mail server and the sender of mails; undefined where none is configured. */
const toSmtp = ({ SMTP_URL, MAIL_FROM = "" }: Variables) => {
  const from = parseMailFrom(MAIL_FROM);
  return SMTP_URL !== undefined && from ? { url: new Secret(SMTP_URL), from } : undefined;
};

const toIncidentWebhook = ({ INCIDENT_WEBHOOK_URL: url, INCIDENT_WEBHOOK_SECRET: secret }: Variables) =>
  url !== undefined && secret !== undefined ? { url, secret: new Secret(secret) } : undefined;
