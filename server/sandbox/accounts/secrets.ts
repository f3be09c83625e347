import { createHmac } from "node:crypto";

/**
 * The API keys, webhook secrets and passwords of a sandbox. All of them are derived from the sandbox key, so they are
 * the same at every start although the database has only their hashes. Live mode has nothing of this kind.
 */
export interface SandboxSecrets {
  apiKey(partner: string, index: number): string;
  webhookSecret(partner: string): string;
  password(user: string): string;
  /** The secret of an authenticator app, in base32. */
  totpSecret(user: string): string;
}

export function deriveSecrets(sandboxKey: string): SandboxSecrets {
  const derive = (purpose: string) => createHmac("sha256", sandboxKey).update(purpose).digest();
  return {
    apiKey(partner, index) {
      const finder = derive(`finder/${partner}/${index}`).toString("hex").slice(0, 8);
      return `sk_test_${finder}_${derive(`key/${partner}/${index}`).toString("base64url")}`;
    },
    // The libraries of Standard Webhooks expect 24 bytes in standard base64.
    webhookSecret: (partner) => `whsec_${derive(`webhook/${partner}`).subarray(0, 24).toString("base64")}`,
    password: (user) => derive(`password/${user}`).toString("base64url").slice(0, 20),
    totpSecret: (user) => Array.from(derive(`totp/${user}`), (byte) => base32[byte % 32]).join(""),
  };
}

const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
