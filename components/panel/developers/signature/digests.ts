import { type Candidate, right, wrong } from "./mistakes";

/** Computes something of a key and a content. */
export type Digest = (key: Uint8Array, content: Uint8Array) => Promise<Uint8Array>;

type Hash = "SHA-1" | "SHA-256" | "SHA-384" | "SHA-512";

const hmacBy =
  (hash: Hash): Digest =>
  async (key, content) => {
    // WebCrypto takes no empty key; its padding makes one zero byte the same.
    const bytes = key.length === 0 ? new Uint8Array(1) : key;
    const imported = await crypto.subtle.importKey("raw", own(bytes), { name: "HMAC", hash }, false, [
      "sign",
    ]);
    return new Uint8Array(await crypto.subtle.sign("HMAC", imported, own(content)));
  };

const sha256 = async (...parts: Uint8Array[]): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", joined(...parts)));

export const hmacSha256 = hmacBy("SHA-256");

/** The right one first. */
export const digests: readonly Candidate<Digest>[] = [
  right(hmacSha256),
  wrong("sha1", hmacBy("SHA-1")),
  wrong("sha384", hmacBy("SHA-384")),
  wrong("sha512", hmacBy("SHA-512")),
  wrong("hash_without_key", (_, content) => sha256(content)),
  wrong("hash_of_both", (key, content) => sha256(key, content)),
  wrong("hash_of_both", (key, content) => sha256(content, key)),
  wrong("key_and_body_swapped", (key, content) => hmacSha256(content, key)),
];

export function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const own = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => Uint8Array.from(bytes);
