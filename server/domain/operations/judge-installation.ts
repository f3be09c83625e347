import type { DatabaseRole } from "./database-role";
import { describeRole } from "./database-role";
import { describeUnusableKeys, type UnusableKeys } from "./encryption-keys";
import { failed, fine, type InstallationCheck, warning } from "./installation-check";

// Each function turns a fact about the installation into a result of the doctor (D-326).

export function judgeKeys(unusable: UnusableKeys): InstallationCheck {
  const sentences = describeUnusableKeys(unusable);
  if (sentences.length === 0) return fine("encryption_keys", "They open what is stored.");
  return failed("encryption_keys", sentences.join(" "), "Restore the key: ENCRYPTION_KEYS must contain it.");
}

/** @param isAllowed whether `ALLOW_DATABASE_OWNER` accepts a role with more rights than the product needs (D-305) */
export function judgeRole(role: DatabaseRole, isAllowed: boolean): InstallationCheck {
  const sentence = describeRole(role);
  if (role.powers.length === 0) return fine("database_role", sentence);
  const advice =
    "Make roles with `npm run admin -- database roles` and give DATABASE_URL the application's, or set ALLOW_DATABASE_OWNER=1.";
  return isAllowed
    ? warning("database_role", `${sentence} ALLOW_DATABASE_OWNER allows it.`, advice)
    : failed("database_role", sentence, advice);
}

/** @param unsealed the number of audit logs that end with entries from before the keys (D-301) */
export const judgeAuditLogs = (unsealed: number): InstallationCheck =>
  unsealed === 0
    ? fine("audit_logs", "They are keyed.")
    : failed(
        "audit_logs",
        `${unsealed} audit logs end with entries from before AUDIT_KEYS.`,
        "Verify them, then run: npm run admin -- audit seal",
      );

/** @param missing the migrations of this release that the database does not have, in their order */
export function judgeMigrations(missing: readonly string[]): InstallationCheck {
  if (missing.length === 0) return fine("migrations", "The database has every migration of this release.");
  const rest = missing.length > 1 ? ` and ${missing.length - 1} later ones` : "";
  return failed("migrations", `The database lacks ${missing[0]}${rest}.`, "Run: npm run migrate");
}

/** The differences of the clocks that are worth a warning, and at which times of money can no longer be trusted, ms. */
const clockWarningMs = 2_000;
const clockFailureMs = 30_000;

/** @param differenceMs how far this machine's clock is ahead of the database's, with half of the way there taken off */
export function judgeClock(differenceMs: number): InstallationCheck {
  const apart = Math.abs(differenceMs);
  if (apart < clockWarningMs) return fine("clock", "It agrees with the database's.");
  const seconds = (apart / 1_000).toFixed(1);
  const sentence = `It is ${seconds} s ${differenceMs > 0 ? "ahead of" : "behind"} the database's.`;
  const advice = "Run a time service (chrony or systemd-timesyncd) on both machines, and compare with: date -u";
  return apart < clockFailureMs ? warning("clock", sentence, advice) : failed("clock", sentence, advice);
}

/** @param addresses where the public ports listen @param adminAddresses where the private port listens */
export function judgeAddresses(open: { readonly public: readonly string[]; readonly admin: readonly string[] }) {
  if (open.admin.length > 0) {
    return warning(
      "addresses",
      `The private port is open to other machines at ${open.admin.join(", ")}; it asks nobody for a password.`,
      "Let a firewall admit only the probes and the collector of metrics, or unset ADMIN_HOST.",
    );
  }
  if (open.public.length === 0) return fine("addresses", "The ports are open to this machine only.");
  return warning(
    "addresses",
    `The ports are open to other machines at ${open.public.join(", ")}, without TLS.`,
    "Let a firewall admit only the proxies of TRUSTED_PROXIES.",
  );
}

/** @param hops the value of `TRUSTED_PROXY_HOPS` */
export const judgeProxies = (hops: number): InstallationCheck =>
  hops > 0
    ? fine("proxies", `The client's address is taken from the last ${hops === 1 ? "entry" : `${hops} entries`}.`)
    : warning(
        "proxies",
        "TRUSTED_PROXY_HOPS is 0, so the proxy's address counts as that of every buyer, and all share its budgets.",
        "Set TRUSTED_PROXY_HOPS to the number of proxies and TRUSTED_PROXIES to their networks.",
      );

/** The free space of a disk, bytes. */
export interface DiskSpace {
  readonly path: string;
  readonly freeBytes: number;
}

const megabyte = 1_000_000;
const diskWarningBytes = 1_000 * megabyte;
const diskFailureBytes = 100 * megabyte;

export function judgeDisk({ path, freeBytes }: DiskSpace): InstallationCheck {
  const sentence = `${Math.floor(freeBytes / megabyte)} MB are free at ${path}.`;
  if (freeBytes >= diskWarningBytes) return fine("disk", sentence);
  const advice = "Remove or rotate old files (SIGUSR2 opens LOG_FILE again), or enlarge the disk.";
  return freeBytes >= diskFailureBytes ? warning("disk", sentence, advice) : failed("disk", sentence, advice);
}

/** A public address and its certificate: the days that it is still valid, or why it is refused. */
export interface OriginCertificate {
  readonly origin: string;
  readonly daysLeft: number | null;
  readonly problem: string | null;
}

/** Let's Encrypt renews 30 days before the end, so two weeks mean that the renewal does not work. */
const certificateWarningDays = 14;
const certificateFailureDays = 3;

export function judgeCertificates(certificates: readonly OriginCertificate[]): InstallationCheck {
  const refused = certificates.filter(({ problem }) => problem !== null);
  if (refused.length > 0) {
    const list = refused.map(({ origin, problem }) => `${origin} (${problem})`).join(", ");
    return failed("certificates", `No valid TLS at ${list}.`, "Check the proxy, its certificate and the name server.");
  }
  const soonest = certificates.reduce((least, { daysLeft }) => Math.min(least, daysLeft ?? least), Infinity);
  const sentence = `The first certificate ends in ${soonest} days.`;
  if (soonest >= certificateWarningDays) return fine("certificates", sentence);
  const advice = "Renew it at the proxy, and look why that was not done automatically.";
  return soonest >= certificateFailureDays
    ? warning("certificates", sentence, advice)
    : failed("certificates", sentence, advice);
}
