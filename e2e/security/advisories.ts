/** An advisory about a dependency that was looked at and accepted for a while. */
export interface AcceptedAdvisory {
  /** The address of the advisory. */
  readonly url: string;
  /** Why it cannot be used against the product. */
  readonly reason: string;
  /** The last day on which it is accepted, as `2026-12-31`. */
  readonly until: string;
}

/** The accepted advisories. An entry that has ended counts as a finding again. */
const acceptedAdvisories: readonly AcceptedAdvisory[] = [];

/** What `npm audit --json` prints: findings by package, or why the registry gave no answer. */
interface AuditReport {
  readonly vulnerabilities?: Readonly<Record<string, { readonly via: readonly (string | Advisory)[] }>>;
  readonly message?: string;
  readonly error?: { readonly summary?: string };
}

interface Advisory {
  readonly name: string;
  readonly title: string;
  readonly url: string;
  readonly severity: string;
}

export type AdvisoryVerdict =
  | { readonly kind: "asked"; readonly advisories: number; readonly serious: readonly string[] }
  | { readonly kind: "not_asked"; readonly why: string };

/**
 * Reads a report of `npm audit`: the advisories, and those of a high or critical severity that are not accepted.
 * @param today the day as `2026-12-31`
 */
export function judgeAdvisories(
  text: string,
  today: string,
  accepted: readonly AcceptedAdvisory[] = acceptedAdvisories,
): AdvisoryVerdict {
  const report = parse(text);
  if (report?.vulnerabilities === undefined) {
    return { kind: "not_asked", why: report?.message || report?.error?.summary || "no answer of the registry" };
  }
  const all = Object.values(report.vulnerabilities).flatMap(({ via }) =>
    via.filter((one): one is Advisory => typeof one !== "string"),
  );
  const byUrl = new Map(all.map((one) => [one.url, one]));
  const isAccepted = (url: string): boolean => accepted.some((one) => one.url === url && today <= one.until);
  const serious = [...byUrl.values()].filter(
    ({ severity, url }) => ["high", "critical"].includes(severity) && !isAccepted(url),
  );
  return {
    kind: "asked",
    advisories: byUrl.size,
    serious: serious.map(({ name, severity, title, url }) => `${name} (${severity}): ${title}, ${url}`),
  };
}

function parse(text: string): AuditReport | null {
  try {
    return JSON.parse(text) as AuditReport;
  } catch {
    return null;
  }
}
