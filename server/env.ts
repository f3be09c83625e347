import { resolve } from "node:path";
import { z } from "zod";
import { parseMailFrom } from "@/server/domain/people/mail-from";
import { Secret } from "@/server/domain/secret";
import {
  address,
  addressList,
  headerPrefix,
  keyList,
  origin,
  parseKeys,
  parseList,
  parseUrl,
  wholeNumber,
} from "./env-forms";

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
  const env = read(source, [...alwaysNeeded, "SANDBOX_KEY"]);
  const { DATABASE_URL, ENCRYPTION_KEYS, AUTH_SECRET, SANDBOX_KEY } = env.variables;
  return {
    ...env.settings,
    databaseUrl: DATABASE_URL ?? "",
    /** The encryption keys: the first one encrypts, all of them decrypt. */
    encryptionKeys: parseKeys(ENCRYPTION_KEYS ?? ""),
    authSecret: new Secret(AUTH_SECRET ?? ""),
    /** The key of the sandbox endpoints; undefined in live mode, where no endpoint may accept it. */
    sandboxKey: env.settings.mode === "sandbox" ? new Secret(SANDBOX_KEY ?? "") : undefined,
  };
};

/** Reads the environment of the launcher, which requires no variable in the sandbox. Throws EnvError. */
export const readLaunchEnv = (source: Source = process.env) => {
  const env = read(source, []);
  const { DATABASE_URL, ENCRYPTION_KEYS, AUTH_SECRET, SANDBOX_KEY } = env.variables;
  return { ...env.settings, DATABASE_URL, ENCRYPTION_KEYS, AUTH_SECRET, SANDBOX_KEY };
};

/** Reads the database address alone, for a step of a deployment that needs nothing else. Throws EnvError. */
export const readDatabaseUrl = ({ DATABASE_URL }: Source = process.env): string => {
  if (!DATABASE_URL) throw new EnvError("DATABASE_URL must be set.");
  return DATABASE_URL;
};

/** Returns whether the product reads a variable of this name. */
export const isProductVariable = (name: string): boolean => Object.hasOwn(schema.shape, name);

type Source = Readonly<Record<string, string | undefined>>;
type Variables = z.output<typeof schema>;

const alwaysNeeded = ["DATABASE_URL", "ENCRYPTION_KEYS", "AUTH_SECRET"];
const neededInLiveMode = [...alwaysNeeded, "API_ORIGIN", "PANEL_ORIGIN", "PAY_ORIGIN", "HANDOFF_ORIGIN"];

const read = (source: Source, neededInSandbox: string[]) => {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const live = given.MODE === "live";
  const needed = live ? neededInLiveMode : neededInSandbox;
  const missing = needed.filter((name) => given[name] === undefined);
  const parsed = schema.safeParse(given);
  const malformed = parsed.success
    ? findConflicts(parsed.data)
    : parsed.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`);
  if (missing.length > 0 || !parsed.success || malformed.length > 0) {
    const absent = missing.length > 0 ? [`${missing.join(", ")} must be set`] : [];
    throw new EnvError(`${[...absent, ...malformed].join("; ")}.`);
  }
  return { variables: parsed.data, settings: toSettings(parsed.data) };
};

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
    /** The number of proxies in front whose `X-Forwarded-For` entries are trusted for the source IP (D-8). */
    trustedProxyHops: v.TRUSTED_PROXY_HOPS,
    /** The addresses from which our requests reach the banks, for letters to them. */
    egressAddresses: parseList(v.EGRESS_ADDRESSES ?? ""),
    webhookHeaderPrefix: v.WEBHOOK_HEADER_PREFIX,
    webhookLegacyHeaderPrefix: v.WEBHOOK_LEGACY_HEADER_PREFIX,
    rateLimitMultiplier: v.RATE_LIMIT_MULTIPLIER ?? 1,
    smtp: toSmtp(v),
  };
};

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

/**
 * Returns whether calls may be unsigned: only in a sandbox, and only from an Inngest server on the same machine (D-54).
 */
const isDevelopmentServer = (v: Variables): boolean =>
  v.MODE === "sandbox" &&
  v.INNGEST_SIGNING_KEY === undefined &&
  ["localhost", "127.0.0.1", "[::1]"].includes(parseUrl(v.INNGEST_BASE_URL ?? "")?.hostname ?? "");

/** Returns the mail server and the sender of mails; undefined where none is configured. */
const toSmtp = ({ SMTP_URL, MAIL_FROM = "" }: Variables) => {
  const from = parseMailFrom(MAIL_FROM);
  return SMTP_URL !== undefined && from ? { url: new Secret(SMTP_URL), from } : undefined;
};

const toPorts = ({ PORT, PAY_PORT, BANK_PORT, DB_PORT }: Variables) => ({
  api: PORT,
  pay: PAY_PORT ?? PORT + 1,
  bank: BANK_PORT ?? PORT + 2,
  database: DB_PORT ?? PORT + 3,
});

/** Finds the faults that involve more than one variable. */
const findConflicts = (v: Variables): string[] => {
  const faults: string[] = [];
  const ports = Object.values(toPorts(v));
  if (new Set(ports).size < ports.length) faults.push("PORT, PAY_PORT, BANK_PORT and DB_PORT must differ");
  if (Math.max(...ports) > 65_535) faults.push("PORT must leave room for the three ports after it");
  if (v.MODE === "live") faults.push(...findLiveModeFaults(v));
  if (v.SMTP_URL !== undefined && v.MAIL_FROM === undefined) faults.push("MAIL_FROM must be set where SMTP_URL is");
  return [...faults, ...findInngestFaults(v), ...findPrefixFaults(v)];
};

/** Compares the prefixes without case, as HTTP does; Standard Webhooks reserves `webhook-…` (D-36). */
const findPrefixFaults = (v: Variables): string[] => {
  const prefixes = [v.WEBHOOK_HEADER_PREFIX, v.WEBHOOK_LEGACY_HEADER_PREFIX].map((one) => one.toLowerCase());
  const areDistinct = new Set([...prefixes, "webhook"]).size === 3;
  return areDistinct
    ? []
    : ["WEBHOOK_HEADER_PREFIX and WEBHOOK_LEGACY_HEADER_PREFIX must differ from each other and from webhook"];
};

/** An Inngest server and the cloud need both keys; the embedded executor needs none. */
const findInngestFaults = (v: Variables): string[] => {
  const names = ["INNGEST_BASE_URL", "INNGEST_EVENT_KEY", "INNGEST_SIGNING_KEY"] as const;
  const given = names.filter((name) => v[name] !== undefined);
  if (given.length === 0 || isDevelopmentServer(v)) return [];
  const missing = names.slice(1).filter((name) => v[name] === undefined);
  return missing.map((name) => `${name} must be set where ${given.join(" and ")} is`);
};

const findLiveModeFaults = (v: Variables): string[] => {
  const origins = Object.entries(v).filter(([name, value]) => name.endsWith("_ORIGIN") && value !== undefined);
  const insecure = origins.filter(([, value]) => !String(value).startsWith("https://"));
  const payHosts = [v.PAY_ORIGIN, v.HANDOFF_ORIGIN].filter((origin) => origin !== undefined);
  const faults = insecure.map(([name]) => `${name} must begin with https:// in live mode`);
  if (payHosts.some((origin) => origin === v.API_ORIGIN || origin === v.PANEL_ORIGIN)) {
    faults.push("PAY_ORIGIN and HANDOFF_ORIGIN must differ from API_ORIGIN and PANEL_ORIGIN");
  }
  if (v.RATE_LIMIT_MULTIPLIER !== undefined) faults.push("RATE_LIMIT_MULTIPLIER must not be set in live mode");
  return faults;
};

const schema = z.object({
  MODE: z.enum(["sandbox", "live"], "must be sandbox or live").default("sandbox"),
  PORT: wholeNumber(1, 65_535).default(3000),
  PAY_PORT: wholeNumber(1, 65_535).optional(),
  BANK_PORT: wholeNumber(1, 65_535).optional(),
  DB_PORT: wholeNumber(1, 65_535).optional(),
  DATA_DIR: z.string().default(".data"),
  DATABASE_URL: address(["postgres:", "postgresql:"], "postgresql://user:password@host:5432/name").optional(),
  REDIS_URL: address(["redis:", "rediss:"], "redis://host:6379").optional(),
  INNGEST_BASE_URL: address(["http:", "https:"], "http://localhost:8288").optional(),
  INNGEST_EVENT_KEY: z.string().optional(),
  INNGEST_SIGNING_KEY: z.string().optional(),
  TRUSTED_PROXY_HOPS: wholeNumber(0, 10).default(0),
  EGRESS_ADDRESSES: addressList.optional(),
  WEBHOOK_HEADER_PREFIX: headerPrefix.default("X-Service"),
  WEBHOOK_LEGACY_HEADER_PREFIX: headerPrefix.default("X-Legacy"),
  ENCRYPTION_KEYS: keyList.optional(),
  AUTH_SECRET: z.string().min(32, "must be at least 32 characters long").optional(),
  SANDBOX_KEY: z.string().min(16, "must be at least 16 characters long").optional(),
  API_ORIGIN: origin.optional(),
  PANEL_ORIGIN: origin.optional(),
  PAY_ORIGIN: origin.optional(),
  HANDOFF_ORIGIN: origin.optional(),
  RATE_LIMIT_MULTIPLIER: wholeNumber(1, 1_000_000).optional(),
  SMTP_URL: address(["smtp:", "smtps:"], "smtps://user:password@host:465")
    .regex(/^\w+:..[^/?#]/, "must name a host")
    .optional(),
  MAIL_FROM: z.string().refine(parseMailFrom, "must look like Vezne <no-reply@example.com>").optional(),
});
