import { isZeroKey, parseKeys } from "./env-forms";
import { isDevelopmentServer, toPorts, type Variables } from "./env-schema";

/** Finds the faults that involve more than one variable. */
export const findConflicts = (v: Variables): string[] => {
  const faults: string[] = [];
  const ports = Object.values(toPorts(v));
  if (new Set(ports).size < ports.length) faults.push("PORT, PAY_PORT, BANK_PORT, DB_PORT and ADMIN_PORT must differ");
  if (Math.max(...ports) > 65_535) faults.push("PORT must leave room for the four ports after it");
  if (v.MODE === "live") faults.push(...findLiveModeFaults(v));
  if (v.SMTP_URL !== undefined && v.MAIL_FROM === undefined) faults.push("MAIL_FROM must be set where SMTP_URL is");
  if ((v.INCIDENT_WEBHOOK_URL === undefined) !== (v.INCIDENT_WEBHOOK_SECRET === undefined)) {
    faults.push("INCIDENT_WEBHOOK_URL and INCIDENT_WEBHOOK_SECRET must be set together");
  }
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
  if (v.TRUSTED_PROXY_HOPS > 0 && v.TRUSTED_PROXIES === undefined) {
    faults.push("TRUSTED_PROXIES must name the networks of the proxies where TRUSTED_PROXY_HOPS is set");
  }
  if (v.ENCRYPTION_KEYS !== undefined && parseKeys(v.ENCRYPTION_KEYS).some(isZeroKey)) {
    faults.push("ENCRYPTION_KEYS must contain random keys: openssl rand -base64 32");
  }
  if (v.RATE_LIMIT_MULTIPLIER !== undefined) faults.push("RATE_LIMIT_MULTIPLIER must not be set in live mode");
  return faults;
};
