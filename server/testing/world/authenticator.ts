import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";

/** What a signature says that a test may want to be wrong. */
interface Said {
  readonly origin?: string;
  readonly rpId?: string;
  readonly isUserVerified?: boolean;
  /** The count of signatures; the authenticator's own by default. */
  readonly counter?: number;
}

const ours = { origin: "http://api.test", rpId: "api.test" };

/** An authenticator in software with one passkey (ES256), which answers the options of the server as a browser does. */
export class SoftAuthenticator {
  readonly id = randomBytes(16).toString("base64url");
  private readonly privateKey: KeyObject;
  private readonly cose: Buffer;
  private signatures = 0;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const { x = "", y = "" } = publicKey.export({ format: "jwk" });
    this.privateKey = privateKey;
    // COSE: kty EC2, alg ES256, crv P-256, x, y.
    const point = (label: number, value: string) => [Buffer.from([label]), bytes(Buffer.from(value, "base64url"))];
    const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]);
    this.cose = Buffer.concat([head, ...point(0x21, x), ...point(0x22, y)]);
  }

  /** Creates the passkey. */
  create({ challenge }: { readonly challenge: string }, said: Said = {}): RegistrationResponseJSON {
    const id = Buffer.from(this.id, "base64url");
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, this.cose]);
    const data = Buffer.concat([this.head(0x40, said), credential]);
    const format = [Buffer.from([0xa3]), text("fmt"), text("none")];
    const statement = [text("attStmt"), Buffer.from([0xa0])];
    const attestation = Buffer.concat([...format, ...statement, text("authData"), bytes(data)]);
    return {
      ...this.envelope(),
      response: {
        clientDataJSON: toClientData("webauthn.create", challenge, said),
        attestationObject: attestation.toString("base64url"),
        transports: ["internal"],
      },
    };
  }

  /** Signs a challenge. */
  get({ challenge }: { readonly challenge: string }, said: Said = {}): AuthenticationResponseJSON {
    this.signatures += 1;
    const clientDataJSON = toClientData("webauthn.get", challenge, said);
    const data = this.head(0, said);
    const hash = createHash("sha256").update(Buffer.from(clientDataJSON, "base64url")).digest();
    return {
      ...this.envelope(),
      response: {
        clientDataJSON,
        authenticatorData: data.toString("base64url"),
        signature: sign("sha256", Buffer.concat([data, hash]), this.privateKey).toString("base64url"),
      },
    };
  }

  private envelope() {
    return { id: this.id, rawId: this.id, type: "public-key", clientExtensionResults: {} } as const;
  }

  /** The hash of the host, the flags (user present, user verified and others), and the count of signatures. */
  private head(flags: number, { rpId = ours.rpId, isUserVerified = true, counter = this.signatures }: Said): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const all = flags | 0x01 | (isUserVerified ? 0x04 : 0);
    return Buffer.concat([createHash("sha256").update(rpId).digest(), Buffer.from([all]), count]);
  }
}

const toClientData = (type: string, challenge: string, { origin = ours.origin }: Said): string =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString("base64url");

/** CBOR texts and byte strings of less than 65,536 bytes. */
const text = (value: string): Buffer => Buffer.concat([head(0x60, value.length), Buffer.from(value)]);
const bytes = (value: Buffer): Buffer => Buffer.concat([head(0x40, value.length), value]);
const head = (major: number, length: number): Buffer => {
  if (length < 24) return Buffer.from([major | length]);
  if (length < 256) return Buffer.from([major | 24, length]);
  return Buffer.from([major | 25, length >> 8, length & 0xff]);
};
