import { problem } from "../field-words";
import { checkedText } from "../fields";

/** The system of a bank with which a terminal talks: real money, the bank's test system, or addresses of its own. */
export const bankSystems = ["live", "test", "own"] as const;
export type BankSystem = (typeof bankSystems)[number];

/** The addresses of a bank: the browser posts the 3-D Secure form to `gate`, and our server calls `api`. */
export interface BankEndpoints {
  readonly gate: string;
  readonly api: string;
}

/** Names that are never those of a bank on the public internet (RFC 6761, RFC 6762, RFC 8375). */
const localName =
  /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|home\.arpa|test|invalid|example)$/;

/**
 * Returns the problem of an address of a bank, or null. In live mode it is an https address with a public host name and
 * the usual port, because the credentials and the card go there. In the sandbox it may be any http or https address.
 */
export function findBankAddressProblem(text: string, mode: "sandbox" | "live"): string | null {
  if (text.length > 300 || !URL.canParse(text)) return problem("url");
  const { protocol, username, password, hostname, port, hash } = new URL(text);
  if (protocol !== "https:" && protocol !== "http:") return problem("url");
  if (username || password || hash || /\s/.test(text)) return problem("url");
  if (mode === "sandbox") return null;
  const isName = /^([a-z\d-]+\.)+[a-z][a-z\d-]*$/.test(hostname);
  return protocol === "https:" && port === "" && isName && !localName.test(hostname) ? null : problem("bank_address");
}

/** Builds the schema of an address of a bank; it is empty where the addresses of the catalogue are used. */
export const bankAddress = (mode: "sandbox" | "live") =>
  checkedText((text) => (text === "" ? null : findBankAddressProblem(text, mode)));
