import { createHmac } from "node:crypto";

/**
 * A sandbox's keys and passwords all follow from its one key, so that they are the same at every start and only
 * hashes of them have to be kept. Nothing like this exists in live mode.
 */
export interface SandboxSecrets {
  apiKey(partner: string, index: number): string;
  webhookSecret(partner: string): string;
  password(user: string): string;
}

export function deriveSecrets(sandboxKey: string): SandboxSecrets {
  const derive = (purpose: string) => createHmac("sha256", sandboxKey).update(purpose).digest();
  return {
    apiKey(partner, index) {
      const finder = derive(`finder/${partner}/${index}`).toString("hex").slice(0, 8);
      return `sk_test_${finder}_${derive(`key/${partner}/${index}`).toString("base64url")}`;
    },
    // 24 bytes as standard base64: what the libraries of Standard Webhooks take.
    webhookSecret: (partner) => `whsec_${derive(`webhook/${partner}`).subarray(0, 24).toString("base64")}`,
    password: (user) => derive(`password/${user}`).toString("base64url").slice(0, 20),
  };
}
