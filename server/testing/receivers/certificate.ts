import { generateKeyPairSync, sign } from "node:crypto";
import { isIP } from "node:net";

/**
 * Creates a self-signed certificate for the given names or addresses.
 * @param days how long it is valid from now; a negative number makes one that has expired
 * @param name its subject: a client that trusts several of one subject may try only one of them
 */
export function testCertificate(
  subjects: readonly string[],
  { days = 1, name = "Test receiver" }: { readonly days?: number; readonly name?: string } = {},
): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const dayMs = 86_400_000;
  const endsAt = Date.now() + days * dayMs;
  const subject = sequence(set(sequence(objectId("550403"), der(0x0c, Buffer.from(name)))));
  const signatureAlgorithm = sequence(objectId("2a8648ce3d040302"));
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    signatureAlgorithm,
    subject,
    sequence(utcTime(Math.min(endsAt, Date.now()) - dayMs), utcTime(endsAt)),
    subject,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(alternativeNames(subjects))),
  );
  const signature = sign("sha256", content, privateKey);
  const certificate = sequence(content, signatureAlgorithm, der(0x03, Buffer.from([0]), signature));
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString("base64")}\n-----END CERTIFICATE-----\n`,
  };
}

const alternativeNames = (subjects: readonly string[]): Buffer =>
  sequence(objectId("551d11"), der(0x04, sequence(...subjects.map(generalName))));

const generalName = (subject: string): Buffer =>
  isIP(subject) === 4 ? der(0x87, Buffer.from(subject.split(".").map(Number))) : der(0x82, Buffer.from(subject));

const objectId = (hex: string): Buffer => der(0x06, Buffer.from(hex, "hex"));
const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts);
const set = (...parts: Buffer[]): Buffer => der(0x31, ...parts);

const utcTime = (ms: number): Buffer =>
  der(0x17, Buffer.from(new Date(ms).toISOString().replace(/^..|[-:T]|\.\d+/g, "")));

/** Encodes one DER element: tag, length and content. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head = length < 128 ? [tag, length] : [tag, 0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from(head), content]);
}
