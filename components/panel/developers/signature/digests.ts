import { type Candidate, right, wrong } from "./mistakes";

/** Computes a digest from a key and a content. */
export type Digest = (key: Uint8Array, content: Uint8Array) => Promise<Uint8Array>;

type Hash = "SHA-1" | "SHA-256" | "SHA-384" | "SHA-512";

const createHmac =
  (hash: Hash): Digest =>
  async (key, content) => {
    // WebCrypto refuses an empty key. HMAC pads keys with zeros, so one zero byte gives the same result.
    const bytes = key.length === 0 ? new Uint8Array(1) : key;
    const imported = await crypto.subtle.importKey("raw", copyBytes(bytes), { name: "HMAC", hash }, false, ["sign"]);
    return new Uint8Array(await crypto.subtle.sign("HMAC", imported, copyBytes(content)));
  };

const sha256 = async (...parts: Uint8Array[]): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", concatBytes(...parts)));

export const hmacSha256 = createHmac("SHA-256");

/** The digests that a receiver may compute; the correct one comes first. */
export const digests: readonly Candidate<Digest>[] = [
  right(hmacSha256),
  wrong("sha1", createHmac("SHA-1")),
  wrong("sha384", createHmac("SHA-384")),
  wrong("sha512", createHmac("SHA-512")),
  wrong("hash_without_key", (_, content) => sha256(content)),
  wrong("hash_of_both", (key, content) => sha256(key, content)),
  wrong("hash_of_both", (key, content) => sha256(content, key)),
  wrong("key_and_body_swapped", (key, content) => hmacSha256(content, key)),
];

export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

/** Copies the bytes into a buffer of their own, because WebCrypto's types do not accept a shared one. */
const copyBytes = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => Uint8Array.from(bytes);
