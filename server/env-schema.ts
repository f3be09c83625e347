import { z } from "zod";
import { parseMailFrom } from "@/server/domain/people/mail-from";
import { isEmailAddress } from "@/server/domain/people/sign-in";
import { commissionTaxes } from "@/server/domain/statements/taxes";
import {
  address,
  addressList,
  contactAddress,
  databaseAddress,
  headerPrefix,
  keyList,
  keyValueList,
  mailList,
  networkList,
  origin,
  parseList,
  parseUrl,
  ratio,
  rolePassword,
  webhookSecret,
  wholeNumber,
} from "./env-forms";

/** The levels of the log, from the most lines to the fewest. */
const logLevels = ["debug", "info", "warn", "error"] as const;

const collector = address(["http:", "https:"], "http://collector:4318");

/** How traces are chosen, by the standard names. */
const samplerNames = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

/** The variables that the product reads, with the form of each. */
export const schema = z.object({
  MODE: z.enum(["sandbox", "live"], "must be sandbox or live").default("sandbox"),
  PORT: wholeNumber(1, 65_535).default(3000),
  PAY_PORT: wholeNumber(1, 65_535).optional(),
  BANK_PORT: wholeNumber(1, 65_535).optional(),
  DB_PORT: wholeNumber(1, 65_535).optional(),
  ADMIN_PORT: wholeNumber(1, 65_535).optional(),
  ADMIN_HOST: addressList.optional(),
  STOP_PAUSE_SECONDS: wholeNumber(0, 300).optional(),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(", ")}`).default("info"),
  LOG_FILE: z.string().optional(),
  CAPACITY_CHECK: z.enum(["observe", "enforce"], "must be observe or enforce").default("observe"),
  COMMISSION_TAX: z.enum(commissionTaxes, "must be kdv or bsmv").default("kdv"),
  BANK_BREAKER: z.enum(["on", "off"], "must be on or off").optional(),
  DATA_DIR: z.string().default(".data"),
  DATABASE_URL: databaseAddress.optional(),
  MIGRATION_DATABASE_URL: databaseAddress.optional(),
  DATABASE_ADMIN_URL: databaseAddress.optional(),
  DATABASE_MIGRATOR_PASSWORD: rolePassword.optional(),
  DATABASE_MIGRATOR_PASSWORD_FILE: z.string().optional(),
  DATABASE_APPLICATION_PASSWORD: rolePassword.optional(),
  DATABASE_APPLICATION_PASSWORD_FILE: z.string().optional(),
  DATABASE_READER_PASSWORD: rolePassword.optional(),
  DATABASE_READER_PASSWORD_FILE: z.string().optional(),
  DATABASE_AUDITOR_PASSWORD: rolePassword.optional(),
  DATABASE_AUDITOR_PASSWORD_FILE: z.string().optional(),
  ALLOW_DATABASE_OWNER: z.literal("1", "must be 1 or unset").optional(),
  REDIS_URL: address(["redis:", "rediss:"], "redis://host:6379").optional(),
  INNGEST_BASE_URL: address(["http:", "https:"], "http://localhost:8288").optional(),
  INNGEST_EVENT_KEY: z.string().optional(),
  INNGEST_SIGNING_KEY: z.string().optional(),
  HOST: addressList.optional(),
  TRUSTED_PROXY_HOPS: wholeNumber(0, 10).default(0),
  TRUSTED_PROXIES: networkList.optional(),
  SECURITY_CONTACT: contactAddress.optional(),
  EGRESS_ADDRESSES: addressList.optional(),
  WEBHOOK_HEADER_PREFIX: headerPrefix.default("X-Service"),
  WEBHOOK_LEGACY_HEADER_PREFIX: headerPrefix.default("X-Legacy"),
  ENCRYPTION_KEYS: keyList.optional(),
  AUDIT_KEYS: keyList.optional(),
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
  AUDIT_HEADS_FILE: z.string().optional(),
  AUDIT_HEADS_MAIL: z.string().refine(isEmailAddress, "must be an e-mail address").optional(),
  INCIDENT_MAIL: mailList.optional(),
  INCIDENT_LANGUAGE: z.enum(["tr", "en"], "must be tr or en").default("tr"),
  INCIDENT_WEBHOOK_URL: address(["http:", "https:"], "https://alerts.example.com/vezne").optional(),
  INCIDENT_WEBHOOK_SECRET: webhookSecret.optional(),
  MAIL_FROM: z.string().refine(parseMailFrom, "must look like Vezne <no-reply@example.com>").optional(),
  OTEL_SDK_DISABLED: z.enum(["true", "false"], "must be true or false").default("false"),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_RESOURCE_ATTRIBUTES: keyValueList.optional(),
  OTEL_TRACES_EXPORTER: z.enum(["otlp", "none"], "must be otlp or none").default("otlp"),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.literal("http/json", "must be http/json or unset").optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collector.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: keyValueList.optional(),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: keyValueList.optional(),
  OTEL_TRACES_SAMPLER: z.enum(samplerNames, `must be one of ${samplerNames.join(", ")}`).default("always_on"),
  OTEL_TRACES_SAMPLER_ARG: ratio.optional(),
});

export type SamplerName = (typeof samplerNames)[number];

export type Variables = z.output<typeof schema>;

/**
 * Returns whether calls may be unsigned: only in a sandbox, and only from an Inngest server on the same machine (D-54).
 */
export const isDevelopmentServer = (v: Variables): boolean =>
  v.MODE === "sandbox" &&
  v.INNGEST_SIGNING_KEY === undefined &&
  ["localhost", "127.0.0.1", "[::1]"].includes(parseUrl(v.INNGEST_BASE_URL ?? "")?.hostname ?? "");

/** Returns the addresses of listeners: without a list those of this machine only (D-317). */
export const toAddresses = (list: string | undefined): string[] =>
  list === undefined ? ["127.0.0.1", "::1"] : parseList(list);

export const toPorts = ({ PORT, PAY_PORT, BANK_PORT, DB_PORT, ADMIN_PORT }: Variables) => ({
  api: PORT,
  pay: PAY_PORT ?? PORT + 1,
  bank: BANK_PORT ?? PORT + 2,
  database: DB_PORT ?? PORT + 3,
  admin: ADMIN_PORT ?? PORT + 4,
});
