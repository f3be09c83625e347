import { describe, expect, test } from "vitest";
import { readEnv } from "./env";

const key = `k1:${Buffer.alloc(32, 1).toString("base64")}`;
const sandbox = {
  DATABASE_URL: "postgresql://localhost/vezne",
  ENCRYPTION_KEYS: key,
  AUDIT_KEYS: key,
  AUTH_SECRET: "a".repeat(32),
  SANDBOX_KEY: "s".repeat(16),
};

describe("mails", () => {
  const url = "smtps://user:password@smtp.example.com:465";
  test("leave by a server and from a sender, whose password does not print", () => {
    const { smtp } = readEnv({ ...sandbox, SMTP_URL: url, MAIL_FROM: "Vezne Ödeme <no-reply@example.com>" });
    expect(smtp?.url.reveal()).toBe(url);
    expect(smtp?.from).toEqual({ name: "Vezne Ödeme", address: "no-reply@example.com" });
    expect(String(smtp?.url)).toBe("[redacted]");
    expect(readEnv({ ...sandbox, SMTP_URL: url, MAIL_FROM: "no-reply@example.com" }).smtp?.from.name).toBe("");
  });
  test("need no server, but a server needs a sender", () => {
    expect(readEnv(sandbox).smtp).toBeUndefined();
    expect(() => readEnv({ ...sandbox, SMTP_URL: url })).toThrow("MAIL_FROM must be set where SMTP_URL is.");
  });
});

describe("alerts", () => {
  const [url, secret] = ["http://10.0.0.7/alerts", `whsec_${Buffer.alloc(24, 1).toString("base64")}`];

  test("are told to addresses and to a webhook, whose secret does not print", () => {
    const webhook = { INCIDENT_WEBHOOK_URL: url, INCIDENT_WEBHOOK_SECRET: secret };
    const { incidents } = readEnv({ ...sandbox, ...webhook, INCIDENT_MAIL: "a@example.com, b@example.com" });
    expect(incidents).toMatchObject({ mailTo: ["a@example.com", "b@example.com"], language: "tr", webhook: { url } });
    expect(String(incidents.webhook?.secret)).toBe("[redacted]");
  });

  test.each([
    [{ INCIDENT_WEBHOOK_URL: url }, "must be set together"],
    [{ INCIDENT_WEBHOOK_SECRET: secret }, "must be set together"],
    [{ INCIDENT_WEBHOOK_SECRET: "whsec_c2hvcnQ=" }, "INCIDENT_WEBHOOK_SECRET must be whsec_"],
    [{ INCIDENT_MAIL: "a@example.com, b" }, "INCIDENT_MAIL must be a comma-separated list"],
  ])("refused: %j %s", (given, expected) => {
    expect(() => readEnv({ ...sandbox, ...given })).toThrow(expected);
  });
});
