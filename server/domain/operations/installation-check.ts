/** What the doctor of the installation examines (D-326). */
export type CheckName =
  | "encryption_keys"
  | "database_role"
  | "audit_logs"
  | "migrations"
  | "clock"
  | "addresses"
  | "proxies"
  | "redis"
  | "functions"
  | "certificates"
  | "disk"
  | "mail";

/** One examined item: what was found, and what to do where it is not fine. */
export interface InstallationCheck {
  readonly name: CheckName;
  /** A warning is something that works and will not always; a failure does not work. */
  readonly state: "fine" | "warning" | "failed";
  readonly sentence: string;
  /** What the operator does about it; null where it is fine. */
  readonly advice: string | null;
}

export const fine = (name: CheckName, sentence: string): InstallationCheck => ({
  name,
  state: "fine",
  sentence,
  advice: null,
});

export const warning = (name: CheckName, sentence: string, advice: string): InstallationCheck => ({
  name,
  state: "warning",
  sentence,
  advice,
});

export const failed = (name: CheckName, sentence: string, advice: string): InstallationCheck => ({
  name,
  state: "failed",
  sentence,
  advice,
});

/** The items without which money or data could be lost: a process in which one of them has failed is not ready. */
const moneyChecks: ReadonlySet<CheckName> = new Set(["encryption_keys", "migrations", "clock"]);

/** Whether a process may take requests with these results. */
export const mayTakeRequests = (checks: readonly InstallationCheck[]): boolean =>
  !checks.some(({ name, state }) => state === "failed" && moneyChecks.has(name));

/** The items that stop a start where they have failed. */
const startChecks = {
  sandbox: new Set<CheckName>(["encryption_keys", "migrations"]),
  live: new Set<CheckName>(["encryption_keys", "migrations", "database_role", "audit_logs"]),
} as const;

/** Writes why the product must not start with these results; null where it may. */
export function describeObstacles(checks: readonly InstallationCheck[], mode: "sandbox" | "live"): string | null {
  const obstacles = checks.filter(({ name, state }) => state === "failed" && startChecks[mode].has(name));
  if (obstacles.length === 0) return null;
  return obstacles.map(({ sentence, advice }) => `${sentence} ${advice}`).join(" ");
}

/** Formats the results for a terminal: a line for each item, and a second one with what to do. */
export const formatChecks = (checks: readonly InstallationCheck[]): string[] =>
  checks.flatMap(({ name, state, sentence, advice }) => [
    `${marks[state]} ${name.replace("_", " ").padEnd(16)} ${sentence}`,
    ...(advice === null ? [] : [`     ${" ".repeat(16)} ${advice}`]),
  ]);

const marks = { fine: "ok  ", warning: "warn", failed: "FAIL" } as const;
