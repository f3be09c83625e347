import { cspDirectives, otherReports } from "./csp-report-list";

/** A browser's report that a page violated its content security policy. */
export interface CspReport {
  readonly directive: string;
  /** The origin, the scheme or the keyword (`inline`, `eval` …) that was blocked. */
  readonly blocked: string;
  /** The page's address, without what could be a secret. */
  readonly document: string;
}

/** The rows that one day may have, for pages of ours and for others each. Further kinds are counted in one row. */
export const reportKindsMax = 300;

/**
 * Removes everything from a report that could be card data, a token or a line of its own in the log: anybody can send
 * one, and a skimmer writes what it has stolen into the addresses that it calls.
 */
export const cleanReport = ({ directive, blocked, document }: CspReport): CspReport => ({
  directive: cleanDirective(directive),
  blocked: cleanBlocked(blocked),
  document: cleanDocument(document),
});

/** Older browsers send the whole directive with its values. */
function cleanDirective(text: string): string {
  const [name = ""] = printable(text).trim().toLowerCase().split(/\s/);
  return name === "" || (cspDirectives as readonly string[]).includes(name) ? name : otherReports;
}

/** What browsers write in place of an address. */
const keywords = ["inline", "eval", "wasm-eval", "self", "trusted-types-policy", "trusted-types-sink"];

/** Reduces an address to its origin, or to its scheme where it has no origin. */
function cleanBlocked(text: string): string {
  const address = printable(text).trim();
  const lower = address.toLowerCase();
  if (address === "" || keywords.includes(lower)) return lower;
  if (/^[a-z][a-z0-9+.-]{1,30}:?$/.test(lower)) return lower.endsWith(":") ? lower : `${lower}:`;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url) return otherReports;
  return maskHost(url.origin === "null" ? url.protocol : url.origin).slice(0, lengthMax);
}

/** Removes the query and the fragment of an address, and masks segments of its path that are as long as a token. */
const cleanDocument = (text: string): string =>
  maskDigits(
    printable(text)
      .replace(/[?#].*$/s, "")
      .replace(/(?<=^[a-z+.-]{1,30}:\/\/)[^/]*@/i, "")
      .replace(/(?<=\/)[^/]{20,}(?=\/|$)/g, (segment, at: number, whole: string) =>
        whole.slice(0, at).endsWith("://") ? maskHost(segment) : "[…]",
      )
      .replace(/^(?![a-z][a-z0-9+.-]{1,30}:)[^/]{20,}/i, "[…]"),
  ).slice(0, lengthMax);

const lengthMax = 300;

/** Masks labels of a host in which data could be encoded: names of hosts are shorter. */
const maskHost = (host: string): string => maskDigits(host.replace(/[\w-]{28,}(?=[.:]|$)/g, "[…]"));

/** Masks runs of digits as long as a card number, also with separators between them. */
const maskDigits = (text: string): string => text.replace(/\d(?:[ ._-]?\d){11,}/g, "[…]");

/** Removes control characters: the database refuses NUL, and a log entry must stay on one line. */
const printable = (text: string): string => text.replace(/\p{Control}/gu, "");

/** Returns whether the cleaned address of a page is that of a buyer's page at one of these origins. */
export function isBuyersPage(document: string, origins: readonly string[]): boolean {
  const url = URL.canParse(document) ? new URL(document) : null;
  return url !== null && origins.includes(url.origin) && /^\/(l|handoff|3ds)(\/|$)/.test(url.pathname);
}

/** What a browser's extension or the browser itself puts into a page. It says nothing about our page. */
const browserSchemes =
  /^(about|(chrome|moz|safari|safari-web|ms-browser|edge|opera)-extension|webkit-masked-url|resource|chrome|edge|safari-resource):/;

export const isFromBrowser = (blocked: string): boolean => browserSchemes.test(blocked);

interface AlertRule {
  readonly directives: readonly string[];
  /** `address`: only where an origin was blocked. `any`: also where a keyword or a scheme was. */
  readonly blocked: "address" | "any";
  /** The reports of one day from which on staff are alerted. */
  readonly reportsMin: number;
}

const scripts = ["script-src", "script-src-elem", "script-src-attr", "default-src"];

/**
 * From which number of equal reports about pages of ours on staff are alerted (D-297); the first matching row counts.
 * A script or a target of an unknown host is what a skimmer needs, so one report is enough. Extensions write inline
 * scripts into pages all the time, so these are judged by their number, like pictures and styles.
 */
const alertRules: readonly AlertRule[] = [
  { directives: [...scripts, "connect-src", "form-action", "base-uri"], blocked: "address", reportsMin: 1 },
  { directives: ["frame-src", "child-src", "object-src", "worker-src"], blocked: "address", reportsMin: 1 },
  { directives: [...scripts, "connect-src", "form-action", "base-uri"], blocked: "any", reportsMin: 20 },
  { directives: cspDirectives, blocked: "address", reportsMin: 50 },
];

/** Returns the reports of one day from which on staff are alerted of this kind; null where they never are. */
export function findReportsMin({ directive, blocked }: Pick<CspReport, "directive" | "blocked">): number | null {
  if (isFromBrowser(blocked)) return null;
  const isAddress = /^(https?|wss?):\/\//.test(blocked);
  const rule = alertRules.find((one) => one.directives.includes(directive) && (one.blocked === "any" || isAddress));
  return rule?.reportsMin ?? null;
}

/** The alerts that one day raises at most; one more says that there are further ones (D-297). */
export const cspAlertsMax = 10;

/** The subject of that alert. */
export const furtherReports = "more";
