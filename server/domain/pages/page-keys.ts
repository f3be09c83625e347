import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { AuditKey } from "../audit/chain";
import { hours } from "../clock";

/** What a person who authorises an inventory signs. */
interface Authorisation {
  readonly digest: string;
  readonly authorisedBy: string;
  readonly reason: string;
  readonly authorisedAt: Date;
}

/** The secrets of the probe (D-294), each in the form of a link's token or of a payment's reference. */
const probeSecrets = ["link", "ended", "ref", "ended-ref"] as const;
type ProbeSecret = (typeof probeSecrets)[number];

/**
 * The keys of the pages' integrity. They are derived from the keys of the audit log, each purpose with a key of its
 * own, and are never in the database.
 */
export interface PageKeys {
  /** Signs an authorisation with the first key (HMAC-SHA-256, hex). */
  sign(authorisation: Authorisation): { readonly keyId: string; readonly signature: string };
  /** Returns whether one of the keys has signed it. */
  isGenuine(authorisation: Authorisation, keyId: string, signature: string): boolean;
  /** Returns the probe's secrets of the hour of an instant. */
  probeAt(instant: Date): Readonly<Record<ProbeSecret, string>>;
  /** Returns which secret of this hour or of one beside it a text is; null where it is none. */
  findProbe(text: string, instant: Date): ProbeSecret | null;
}

/** Creates the keys. The first one signs, all of them check. */
export function createPageKeys(auditKeys: readonly AuditKey[]): PageKeys {
  const keys = auditKeys.map(({ id, key }) => ({
    id,
    signing: derive(key, "vezne page inventory"),
    probing: derive(key, "vezne page probe"),
  }));
  const [first] = keys;
  if (!first) throw new Error("The pages need at least one key");
  return {
    sign: (authorisation) => ({ keyId: first.id, signature: signText(first.signing, first.id, authorisation) }),
    isGenuine(authorisation, keyId, signature) {
      const key = keys.find(({ id }) => id === keyId);
      return key !== undefined && areEqual(signText(key.signing, keyId, authorisation), signature);
    },
    probeAt: (instant) => makeSecrets(first.probing, toHour(instant)),
    findProbe(text, instant) {
      const hour = toHour(instant);
      for (const { probing } of keys) {
        for (const one of [hour, hour - 1, hour + 1]) {
          const secrets = makeSecrets(probing, one);
          const found = probeSecrets.find((name) => areEqual(secrets[name], text));
          if (found) return found;
        }
      }
      return null;
    },
  };
}

const derive = (key: Uint8Array, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync("sha256", key, "", purpose, 32));

const toHour = (instant: Date): number => Math.floor(instant.getTime() / hours(1));

const makeSecrets = (key: Uint8Array, hour: number) =>
  Object.fromEntries(
    probeSecrets.map((name) => [name, createHmac("sha256", key).update(`${name} ${hour}`).digest("base64url")]),
  ) as Record<ProbeSecret, string>;

/** Names this form of a signed text, so that another form can never be taken for it. */
const form = "page-inventory-1";

const signText = (key: Uint8Array, keyId: string, { digest, authorisedBy, reason, authorisedAt }: Authorisation) =>
  createHmac("sha256", key)
    .update(JSON.stringify([form, keyId, digest, authorisedBy, reason, authorisedAt.getTime()]))
    .digest("hex");

function areEqual(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
