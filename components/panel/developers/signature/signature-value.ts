import { base64Bytes } from "./key-candidates";
import type { Candidate, Mistake, Scheme } from "./mistakes";

/** Decodes a signature and lists its format mistakes. Returns null when no digest can be decoded. */
export function readSignature(text: string, scheme: Scheme): Candidate<Uint8Array> | null {
  const value = text.trim();
  return scheme === "contract" ? readHex(value) : readVersioned(value);
}

/** Decodes the contract's format: `sha256=` and lower-case hex. */
function readHex(value: string): Candidate<Uint8Array> | null {
  const mistakes: Mistake[] = [];
  const [prefixes = ""] = /^(?:sha256[=:]\s*)*/i.exec(value) ?? [];
  const count = prefixes.split(/[=:]/).length - 1;
  if (count === 0) mistakes.push("prefix_missing");
  if (count > 1) mistakes.push("prefix_doubled");
  const rest = value.slice(prefixes.length);
  const bytes = hexBytes(rest);
  if (bytes) {
    if (/[A-F]/.test(rest)) mistakes.push("upper_case_hex");
    return { mistakes, value: bytes };
  }
  const decoded = base64Bytes(rest);
  if (!decoded) return null;
  const inner = hexBytes(new TextDecoder().decode(decoded));
  return inner
    ? { mistakes: [...mistakes, "base64_of_hex"], value: inner }
    : { mistakes: [...mistakes, "base64_not_hex"], value: decoded };
}

/** Decodes the Standard Webhooks format: `v1,` and base64. */
function readVersioned(value: string): Candidate<Uint8Array> | null {
  const rest = value.replace(/^v1,/, "");
  const mistakes: Mistake[] = rest === value ? ["v1_missing"] : [];
  const hex = hexBytes(rest);
  if (hex) return { mistakes: [...mistakes, "hex_not_base64"], value: hex };
  const bytes = base64Bytes(rest);
  return bytes && { mistakes, value: bytes };
}

/** Decodes hex of a digest's length (SHA-1, SHA-256, SHA-384 or SHA-512). Returns null for any other text. */
function hexBytes(text: string): Uint8Array | null {
  if (!/^(?:[\da-f]{40}|[\da-f]{64}|[\da-f]{96}|[\da-f]{128})$/i.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
