import { checkedText, jsonObject } from "../fields";
import { parsePlainUrl } from "../web/plain-url";

/** Sets the webhook address; null removes it. The use-case judges the address, because the rules depend on the mode. */
export const webhookUrlInput = jsonObject({ url: checkedText(() => null).nullable() });

/** The problem of a webhook address. */
export type WebhookUrlProblem = "malformed" | "scheme" | "port" | "ip_literal" | "host";

const ports = [443, 80, 8443];
/** The first port above the system ports. */
const firstSandboxPort = 1025;
const inwardNames = /(?:^|\.)(?:localhost|local|internal)$/;

/**
 * Returns the problem of a webhook address by the rules of D-38 that need no DNS look-up, or null. They are checked
 * when the address is saved and again at every attempt. The address guard checks what the host name resolves to.
 */
export function findWebhookUrlProblem(text: string, mode: "sandbox" | "live"): WebhookUrlProblem | null {
  const url = parsePlainUrl(text);
  if (url === null) return "malformed";
  if (mode === "sandbox") return hasAllowedPort(url, (port) => port >= firstSandboxPort) ? null : "port";
  if (url.protocol !== "https:") return "scheme";
  if (!hasAllowedPort(url, () => false)) return "port";
  if (isIpLiteral(url.hostname)) return "ip_literal";
  return !url.hostname.includes(".") || inwardNames.test(url.hostname) ? "host" : null;
}

function hasAllowedPort(url: URL, orElse: (port: number) => boolean): boolean {
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
  return ports.includes(port) || orElse(port);
}

/** Returns whether a host is an IP address. `URL` has already converted every notation of IPv4 (2130706433, 0x7f.1). */
const isIpLiteral = (hostname: string): boolean => hostname.startsWith("[") || /^\d+\.\d+\.\d+\.\d+$/.test(hostname);
