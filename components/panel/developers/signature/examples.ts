import { utf8 } from "./body-candidates";
import type { SignatureInput } from "./check-signature";
import { hmacSha256 } from "./digests";
import { base64Of, hexOf } from "./signature-value";

export const exampleNames = ["valid", "newline", "reserialised", "base64"] as const;
export type ExampleName = (typeof exampleNames)[number];

/** Made up, and of no account. */
const secret = "whsec_b3JuZWtfYW5haHRhcl9zYWtsYW1h";
const id = "whd_01EXAMPLE0000000000000000";
const event = {
  id,
  type: "payment.captured",
  paymentCode: "pay_01EXAMPLE0000000000000000",
  occurredAt: "2026-01-02T03:04:05.000Z",
};
const body = JSON.stringify(event);

/** Something to try the check with. */
export async function exampleOf(name: ExampleName): Promise<SignatureInput> {
  const digest = await hmacSha256(utf8(secret), utf8(body));
  const headers = `X-Service-Signature: sha256=${hexOf(digest)}\nX-Service-Timestamp: 1767323045\nX-Service-Delivery-Id: ${id}`;
  const given = { secret, body, headers, computed: "" };
  if (name === "newline") return { ...given, body: `${body}\n` };
  if (name === "reserialised") return { ...given, body: JSON.stringify(event, null, 2) };
  if (name === "base64") return { ...given, computed: base64Of(digest) };
  return given;
}
