import { describe, expect, test } from "vitest";
import { describeEngine, EnvError, readEnv, readLaunchEnv, readMigrationUrl } from "./env";

const key = Buffer.alloc(32, 1).toString("base64");
const sandbox = {
  DATABASE_URL: "postgresql://u:p@127.0.0.1:5432/vezne",
  ENCRYPTION_KEYS: `k2:${key},k1:${key}`,
  AUDIT_KEYS: `a1:${key}`,
  AUTH_SECRET: "a".repeat(32),
  SANDBOX_KEY: "s".repeat(16),
};
const live = {
  ...sandbox,
  MODE: "live",
  API_ORIGIN: "https://api.example.com",
  PANEL_ORIGIN: "https://panel.example.com",
  PAY_ORIGIN: "https://pay.example.com",
  HANDOFF_ORIGIN: "https://secure.example.com",
};

const readError = (read: () => unknown): string => {
  try {
    read();
  } catch (error) {
    if (error instanceof EnvError) return error.message;
  }
  throw new Error("No EnvError was thrown");
};

describe("readLaunchEnv", () => {
  test("an empty environment is a sandbox on the default ports", () => {
    const env = readLaunchEnv({});
    expect(env).toMatchObject({
      mode: "sandbox",
      ports: { api: 3000, pay: 3001, bank: 3002, database: 3003, admin: 3004 },
      origins: { api: "http://localhost:3000", panel: "http://localhost:3000", pay: "http://127.0.0.1:3001" },
      trustedProxies: { hops: 0, networks: ["127.0.0.0/8", "::1"] },
      rateLimitMultiplier: 1,
    });
    expect(env.DATABASE_URL).toBeUndefined();
  });
  test("each port has an override, and an empty variable is an unset one", () => {
    const env = readLaunchEnv({ PORT: "4000", BANK_PORT: "5000", DATABASE_URL: "", MODE: "" });
    expect(env.ports).toEqual({ api: 4000, pay: 4001, bank: 5000, database: 4003, admin: 4004 });
    expect(env.mode).toBe("sandbox");
  });
  test.each([
    ["PORT", "0"],
    ["PORT", "65536"],
    ["PORT", "80a"],
    ["DB_PORT", "-1"],
    ["DATABASE_URL", "mysql://host/x"],
    ["REDIS_URL", "localhost"],
    ["TRUSTED_PROXY_HOPS", "all"],
    ["TRUSTED_PROXIES", "10.0.0.0/33"],
    ["TRUSTED_PROXIES", ","],
    ["HOST", "localhost"],
    ["OTEL_SDK_DISABLED", "yes"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4317"],
    ["OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"],
    ["OTEL_EXPORTER_OTLP_HEADERS", "Bearer abc"],
    ["OTEL_RESOURCE_ATTRIBUTES", "a=%zz"],
    ["OTEL_TRACES_SAMPLER", "jaeger_remote"],
    ["OTEL_TRACES_SAMPLER_ARG", "10"],
    ["SECURITY_CONTACT", "security@example.com"],
    ["ENCRYPTION_KEYS", "k1:short"],
    ["AUDIT_KEYS", "a1:short"],
    ["ENCRYPTION_KEYS", `k1:${key},k1:${key}`],
    ["AUTH_SECRET", "short"],
    ["PAY_ORIGIN", "https://pay.example.com/"],
    ["WEBHOOK_HEADER_PREFIX", "X Service"],
    ["RATE_LIMIT_MULTIPLIER", "0"],
    ["SMTP_URL", "smtp.example.com:587"],
    ["SMTP_URL", "smtp://"],
    ["MAIL_FROM", "Vezne"],
    ["MAIL_FROM", "a@example.com, b@example.com"],
    ["MAIL_FROM", "Vezne\r\nBcc: <a@example.com>"],
    ["MODE", "production"],
  ])("names the malformed variable: %s=%s", (name, value) => {
    expect(readError(() => readLaunchEnv({ [name]: value }))).toMatch(new RegExp(`^${name} must .*\\.$`));
  });
  test("names all malformed variables in one message, without their values", () => {
    const message = readError(() => readLaunchEnv({ PORT: "x", AUTH_SECRET: "hunter2" }));
    expect(message).toMatch(/PORT must .*; AUTH_SECRET must/);
    expect(message).not.toContain("hunter2");
  });
  test.each([
    ["X-Same", "X-Same"],
    ["X-Same", "x-same"],
    ["webhook", "X-Legacy"],
    ["X-Service", "Webhook"],
    ["x-legacy", undefined],
  ])("refuses header prefixes that give the same header names: %s and %s", (current, legacy) => {
    const prefixes = { WEBHOOK_HEADER_PREFIX: current, WEBHOOK_LEGACY_HEADER_PREFIX: legacy };
    expect(readError(() => readLaunchEnv(prefixes))).toMatch(/must differ from each other and from webhook\.$/);
  });
  test("accepts header prefixes that differ", () => {
    const prefixes = { WEBHOOK_HEADER_PREFIX: "X-Webhook", WEBHOOK_LEGACY_HEADER_PREFIX: "Webhooks" };
    const taken = { webhookHeaderPrefix: "X-Webhook", webhookLegacyHeaderPrefix: "Webhooks" };
    expect(readLaunchEnv(prefixes)).toMatchObject(taken);
  });
  test("refuses equal ports, and a port that leaves no room for the next three", () => {
    expect(readError(() => readLaunchEnv({ PORT: "4000", PAY_PORT: "4000" }))).toContain("must differ");
    expect(readError(() => readLaunchEnv({ PORT: "65534" }))).toContain("room");
  });
});

describe("readEnv", () => {
  test("names all missing variables in one message", () => {
    const message = readError(() => readEnv({}));
    for (const name of ["DATABASE_URL", "ENCRYPTION_KEYS", "AUDIT_KEYS", "AUTH_SECRET", "SANDBOX_KEY"]) {
      expect(message).toContain(name);
    }
  });
  test("keys keep their order and do not print", () => {
    const { encryptionKeys, authSecret } = readEnv(sandbox);
    expect(encryptionKeys.map(({ id }) => id)).toEqual(["k2", "k1"]);
    expect(String(authSecret)).toBe("[redacted]");
    expect(encryptionKeys[0]?.key.reveal()).toBe(key);
  });
});

describe("live mode", () => {
  test("takes four https origins and has no sandbox key", () => {
    const env = readEnv(live);
    expect(env.origins).toMatchObject({
      api: "https://api.example.com",
      handoff: "https://secure.example.com",
    });
    expect(env.sandboxKey).toBeUndefined();
  });
  test("listens on this machine only unless HOST names addresses", () => {
    expect(readEnv(live).addresses).toEqual(["127.0.0.1", "::1"]);
    expect(readEnv({ ...live, HOST: "10.0.0.5, fd00::5" }).addresses).toEqual(["10.0.0.5", "fd00::5"]);
  });
  test("a trusted hop needs the proxies' networks; without hops only this machine would be believed", () => {
    const behind = { ...live, TRUSTED_PROXY_HOPS: "1" };
    expect(readError(() => readEnv(behind))).toMatch(/^TRUSTED_PROXIES must name the networks/);
    const { trustedProxies } = readEnv({ ...behind, TRUSTED_PROXIES: "10.0.0.0/8, fd00::1" });
    expect(trustedProxies).toEqual({ hops: 1, networks: ["10.0.0.0/8", "fd00::1"] });
    expect(readEnv(live).trustedProxies).toEqual({ hops: 0, networks: ["127.0.0.0/8", "::1"] });
    expect(readEnv({ ...sandbox, TRUSTED_PROXY_HOPS: "2" }).trustedProxies.networks).toEqual(["127.0.0.0/8", "::1"]);
  });
  test("has a private port for this machine only unless ADMIN_HOST names addresses, and a pause before a stop", () => {
    expect(readEnv(live)).toMatchObject({
      ports: { admin: 3004 },
      adminAddresses: ["127.0.0.1", "::1"],
      stopPauseMs: 5_000,
    });
    const open = { ...live, ADMIN_PORT: "9000", ADMIN_HOST: "0.0.0.0", STOP_PAUSE_SECONDS: "0" };
    expect(readEnv(open)).toMatchObject({ ports: { admin: 9_000 }, adminAddresses: ["0.0.0.0"], stopPauseMs: 0 });
    expect(readEnv(sandbox).stopPauseMs).toBe(0);
  });
  test("refuses cards of a bank that cannot be reached; a sandbox does so on demand (D-373)", () => {
    const isOn = (...changes: object[]) => readEnv(Object.assign({}, ...changes)).isBankBreakerOn;
    const given = [
      isOn(live),
      isOn(live, { BANK_BREAKER: "off" }),
      isOn(sandbox),
      isOn(sandbox, { BANK_BREAKER: "on" }),
    ];
    expect(given).toEqual([true, false, false, true]);
  });
  test("writes its log to the standard output unless LOG_FILE names a file; the sandbox to a file of DATA_DIR", () => {
    expect(readEnv(live).log).toEqual({ level: "info", file: undefined });
    const logged = { LOG_FILE: "/var/log/vezne.log", LOG_LEVEL: "warn" };
    expect(readEnv({ ...live, ...logged }).log).toEqual({ level: "warn", file: "/var/log/vezne.log" });
    expect(readEnv({ ...sandbox, DATA_DIR: "/d" }).log.file).toBe("/d/logs/vezne.log");
    expect(readError(() => readEnv({ ...live, LOG_LEVEL: "verbose" }))).toMatch(
      /^LOG_LEVEL must be one of debug, info/,
    );
  });
  test("refuses an encryption key of zeros, also behind a sound one", () => {
    const zeros = Buffer.alloc(32).toString("base64");
    const message = readError(() => readEnv({ ...live, ENCRYPTION_KEYS: `k1:${key},k0:${zeros}` }));
    expect(message).toBe("ENCRYPTION_KEYS must contain random keys: openssl rand -base64 32.");
    expect(readEnv({ ...sandbox, ENCRYPTION_KEYS: `k0:${zeros}` }).encryptionKeys).toHaveLength(1);
    expect(readError(() => readEnv({ MODE: "live" }))).toMatch(/HANDOFF_ORIGIN must be set\.$/);
  });
  test("without AUDIT_KEYS derives one from each encryption key, which is neither that key nor the same for two", () => {
    const { AUDIT_KEYS: _, ...rest } = live;
    const { auditKeys, encryptionKeys } = readEnv(rest);
    expect(auditKeys.map(({ id }) => id)).toEqual(encryptionKeys.map(({ id }) => `encryption-${id}`));
    const texts = [...auditKeys, ...encryptionKeys].map(({ key: one }) => one.reveal());
    expect(new Set(texts.slice(0, auditKeys.length)).size).toBe(new Set(texts.slice(auditKeys.length)).size);
    for (const text of texts.slice(0, auditKeys.length)) {
      expect(Buffer.from(text, "base64")).toHaveLength(32);
      expect(texts.slice(auditKeys.length)).not.toContain(text);
    }
    expect(readEnv(rest).auditKeys[0]?.key.reveal(), "always the same").toBe(auditKeys[0]?.key.reveal());
  });
  test("names all missing variables in one message, also for the launcher", () => {
    for (const read of [readEnv, readLaunchEnv]) {
      const message = readError(() => read({ MODE: "live" }));
      for (const name of ["DATABASE_URL", "ENCRYPTION_KEYS", "AUTH_SECRET", "API_ORIGIN", "HANDOFF_ORIGIN"]) {
        expect(message).toContain(name);
      }
    }
  });
  test.each([
    ["an http origin", { API_ORIGIN: "http://api.example.com" }, "API_ORIGIN must begin with https://"],
    ["pay pages on the panel's origin", { PAY_ORIGIN: live.PANEL_ORIGIN }, "must differ from API_ORIGIN"],
    ["a lifted rate limit", { RATE_LIMIT_MULTIPLIER: "2" }, "RATE_LIMIT_MULTIPLIER must not be set"],
  ])("refuses %s", (_, change, expected) => {
    expect(readError(() => readEnv({ ...live, ...change }))).toContain(expected);
  });
});

describe("where functions run", () => {
  const readEngine = (variables: Record<string, string>) => readEnv({ ...sandbox, ...variables }).functions;
  const keys = { INNGEST_EVENT_KEY: "event-key", INNGEST_SIGNING_KEY: "signkey-prod-00ff" };

  test("embedded, when no Inngest variable is set", () => {
    expect(readEngine({})).toEqual({ kind: "embedded" });
  });
  test("on a server, when its address and both keys are given", () => {
    const engine = readEngine({ ...keys, INNGEST_BASE_URL: "http://inngest.example:8288" });
    expect(engine).toMatchObject({ kind: "server", baseUrl: "http://inngest.example:8288" });
  });
  test("in the cloud, when only the keys are given", () => {
    const engine = readEngine(keys);
    expect(engine).toMatchObject({ kind: "cloud", eventKey: "event-key" });
    expect(String(engine.kind === "cloud" && engine.signingKey)).toBe("[redacted]");
  });
  test.each(["http://localhost:8288", "http://127.0.0.1:8288", "http://[::1]:8288"])(
    "on a development server at %s, when a sandbox has no signing key",
    (INNGEST_BASE_URL) => {
      expect(readEngine({ INNGEST_BASE_URL })).toMatchObject({
        kind: "development",
        baseUrl: INNGEST_BASE_URL,
      });
    },
  );
  test("a server on this machine is no development server when it has a signing key", () => {
    expect(readEngine({ ...keys, INNGEST_BASE_URL: "http://localhost:8288" }).kind).toBe("server");
  });
  test.each([
    ["INNGEST_SIGNING_KEY", { INNGEST_EVENT_KEY: "e" }],
    ["INNGEST_EVENT_KEY", { INNGEST_SIGNING_KEY: "s" }],
    ["INNGEST_SIGNING_KEY", { INNGEST_BASE_URL: "http://inngest.example:8288", INNGEST_EVENT_KEY: "e" }],
    ["INNGEST_EVENT_KEY", { INNGEST_BASE_URL: "http://localhost:8288", INNGEST_SIGNING_KEY: "s" }],
    ["INNGEST_SIGNING_KEY", { INNGEST_BASE_URL: "http://localhost.example:8288" }],
  ])("names %s when only it is missing: %o", (name, variables) => {
    expect(readError(() => readEngine(variables as Record<string, string>))).toContain(`${name} must be set where`);
  });
  test.each([
    ["embedded executor", {}],
    ["Inngest Cloud", keys],
    ["Inngest at https://i.example", { ...keys, INNGEST_BASE_URL: "https://user:pass@i.example/x" }],
    [
      "Inngest at http://localhost:8288 (development server: calls are not signed)",
      { INNGEST_BASE_URL: "http://localhost:8288" },
    ],
  ])("describes the engine: %s", (words, variables) => {
    expect(describeEngine(readEngine(variables as Record<string, string>))).toBe(words);
  });
  test("live mode never runs without signatures", () => {
    const message = readError(() => readEnv({ ...live, INNGEST_BASE_URL: "http://localhost:8288" }));
    expect(message).toContain("INNGEST_SIGNING_KEY must be set");
  });
});

test("readMigrationUrl returns the address of the migrator, else that of the product, or throws one sentence", () => {
  expect(readMigrationUrl(sandbox)).toBe(sandbox.DATABASE_URL);
  expect(readMigrationUrl({ ...sandbox, MIGRATION_DATABASE_URL: "postgresql://m@127.0.0.1/x" })).toMatch(/m@/);
  for (const none of [{}, { DATABASE_URL: "" }]) {
    expect(readError(() => readMigrationUrl(none))).toBe("MIGRATION_DATABASE_URL or DATABASE_URL must be set.");
  }
});
