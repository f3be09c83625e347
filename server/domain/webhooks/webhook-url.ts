import { parsePlainUrl } from "../web/plain-url";

/** What is wrong with a webhook's address. */
export type WebhookUrlProblem = "malformed" | "scheme" | "port" | "ip_literal" | "host";

const ports = [443, 80, 8443];
/** Above the ones that belong to the system. */
const firstSandboxPort = 1025;
const inwardNames = /(?:^|\.)(?:localhost|local|internal)$/;

/**
 * The rules of D-38 that need no look into the DNS, applied when an address is saved and again at every attempt;
 * what its name resolves to is for the address guard.
 */
export function webhookUrlProblem(text: string, mode: "sandbox" | "live"): WebhookUrlProblem | null {
  const url = parsePlainUrl(text);
  if (url === null) return "malformed";
  if (mode === "sandbox") return isPortOf(url, (port) => port >= firstSandboxPort) ? null : "port";
  if (url.protocol !== "https:") return "scheme";
  if (!isPortOf(url, () => false)) return "port";
  if (isIpLiteral(url.hostname)) return "ip_literal";
  return !url.hostname.includes(".") || inwardNames.test(url.hostname) ? "host" : null;
}

function isPortOf(url: URL, orElse: (port: number) => boolean): boolean {
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
  return ports.includes(port) || orElse(port);
}

/** `URL` has already turned every notation of an IPv4 address (2130706433, 0x7f.1) into four decimals. */
const isIpLiteral = (hostname: string): boolean =>
  hostname.startsWith("[") || /^\d+\.\d+\.\d+\.\d+$/.test(hostname);
