import { generateKeyPairSync, sign } from "node:crypto";

/**
 * Creates a self-signed certificate for a host, and its key, in the format of `tls`. It is valid from 2020 to the last
 * day of a year.
 * @param lastYear a year up to 2049
 */
export function selfSigned(host: string, lastYear = 2049): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const algorithm = sequence(Buffer.from("06082a8648ce3d040302", "hex"));
  const commonName = sequence(Buffer.from("0603550403", "hex"), der(0x0c, Buffer.from(host)));
  const name = sequence(der(0x31, commonName));
  const validity = sequence(utcTime("200101000000Z"), utcTime(`${lastYear % 100}1231235959Z`));
  const alternativeName = sequence(Buffer.from("0603551d11", "hex"), der(0x04, sequence(der(0x82, Buffer.from(host)))));
  const content = sequence(
    der(0xa0, Buffer.from("020102", "hex")),
    Buffer.from("020101", "hex"),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(alternativeName)),
  );
  const signature = der(0x03, Buffer.concat([Buffer.from([0]), sign("sha256", content, privateKey)]));
  const body = sequence(content, algorithm, signature).toString("base64").replace(/.{64}/g, "$&\n");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`,
  };
}

const utcTime = (text: string): Buffer => der(0x17, Buffer.from(text));
const sequence = (...parts: Uint8Array[]): Buffer => der(0x30, Buffer.concat(parts));

/** Encodes one DER element: tag, length and content. */
function der(tag: number, content: Uint8Array): Buffer {
  const { length } = content;
  const bytes = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...bytes]), content]);
}
