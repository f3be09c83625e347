import type { Cause } from "@/server/domain/banks/causes";

/**
 * Returns the cause of a call that got no answer, from the code of the network's error; null for the codes of TLS,
 * whose cause is in the certificate. A temporary failure of our own name server counts as a name that is not found.
 */
export function toNetworkCause(code: string): Cause | null {
  if (["ENOTFOUND", "EAI_AGAIN", "EAI_NODATA", "EAI_NONAME"].includes(code)) return "name_not_found";
  if (code === "ECONNREFUSED") return "connection_refused";
  if (["TIMEOUT", "ETIMEDOUT", "UND_ERR_CONNECT_TIMEOUT", "EHOSTUNREACH", "ENETUNREACH"].includes(code)) {
    return "no_answer";
  }
  return isTlsCode(code) ? null : "unknown";
}

/** Returns whether the error came from the check of a certificate. */
const isTlsCode = (code: string): boolean => /^(CERT_|ERR_TLS_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/.test(code);

/**
 * Returns the cause that an HTTP status shows by itself; null for one that leaves the answer to the protocol. A gate
 * may answer 302, 303 and 307, because it sends a browser to its next page; an API never redirects.
 */
export function toStatusCause(address: "gate" | "api", status: number): Cause | null {
  if (status >= 500) return "bank_unavailable";
  const isMoved = [301, 308].includes(status) || (address === "api" && status >= 300 && status < 400);
  if (isMoved || [404, 405, 410].includes(status)) {
    return address === "gate" ? "gate_address_wrong" : "api_address_wrong";
  }
  return address === "api" && status !== 200 ? "unknown" : null;
}

/** Returns whether the body is a page of a website instead of a message. Some banks label messages as pages. */
export const isWebPage = (body: Uint8Array): boolean =>
  /^\s*<(!doctype html|html)\b/i.test(Buffer.from(body.subarray(0, 300)).toString("latin1"));
