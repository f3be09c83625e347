import type { signatureTr } from "./signature-words.tr";

export const signatureEn: typeof signatureTr = {
  title: "Signature check",
  intro:
    "Check the signature of a webhook that came. Everything is computed in this browser; the secret and the body are sent nowhere and not kept.",
  example: "Load an example",
  examples: {
    none: "Choose",
    valid: "Right signature",
    newline: "A newline at the end",
    reserialised: "A body that was rewritten",
    base64: "Base64 instead of hex",
  },
  secret: "Webhook secret",
  secretHint: "It begins with whsec_.",
  show: "Show the secret",
  body: "Raw body as it came",
  bodyHint: "What your endpoint received, before any parsing or change.",
  headers: "Headers as they came",
  headersHint: "Name: value on each line; or the value of the signature alone.",
  computed: "Signature that your code computed (optional)",
  computedHint: "With it, the mistake in your code is looked for.",
  check: "Check",
  result: "Result",
  valid: "The signature is valid",
  validContract: "Body, secret and signature fit each other.",
  validStandard: "Body, secret and the webhook-signature header fit each other.",
  mistakesTitle: (count: number) => (count === 1 ? "A mistake was found" : `${count} mistakes were found`),
  mistakes: {
    prefix_missing: ["sha256= is missing in front", "Put sha256= before the value you computed, then compare."],
    prefix_doubled: ["sha256= is there twice", "Add the prefix once; the value of the header has it already."],
    upper_case_hex: [
      "The value is in upper case",
      "The signature is lower-case hex. Convert your value to lower case.",
    ],
    base64_not_hex: ["Base64 instead of hex", "Print the result of the HMAC as hex, not as base64."],
    base64_of_hex: ["The hex text was encoded as base64 once more", "Use the hex output without encoding it again."],
    v1_missing: [
      "v1, is missing in front",
      "Put v1, before the value you computed, or cut it off the header's before comparing.",
    ],
    hex_not_base64: ["Hex instead of base64", "webhook-signature is base64; print the result of the HMAC as base64."],
    secret_blanks: ["The secret has blanks around it", "Save the setting without them."],
    secret_newline: ["The secret ends in a newline", "If you read it from a file, cut the newline at its end (trim)."],
    secret_quotes: [
      "The secret is in quotes",
      "Remove the quotes from the environment variable; they count as part of the secret.",
    ],
    secret_decoded: [
      "The secret was decoded from base64",
      "For the sha256 header use the secret as the text that it is, whsec_ included. The decoded one is for webhook-signature only.",
    ],
    secret_not_decoded: [
      "The secret was not decoded",
      "For webhook-signature decode what follows whsec_ from base64 and use the bytes.",
    ],
    secret_prefix_cut: ["whsec_ was cut off the secret", "Use the whole secret, whsec_ included."],
    sha1: ["SHA-1 was used", "Choose SHA-256 for the HMAC."],
    sha384: ["SHA-384 was used", "Choose SHA-256 for the HMAC."],
    sha512: ["SHA-512 was used", "Choose SHA-256 for the HMAC."],
    hash_without_key: ["A hash without the key", "Compute HMAC-SHA-256 with the secret instead of plain SHA-256."],
    hash_of_both: [
      "A plain hash of secret and body joined",
      "Compute HMAC-SHA-256 with the secret instead of joining them.",
    ],
    key_and_body_swapped: [
      "Key and body have changed places",
      "The secret is the key of the HMAC and the body its message. Swap them in the call.",
    ],
    timestamp_prepended: [
      "A timestamp was put before the body",
      "The signature is of the body alone; put nothing before it.",
    ],
    id_and_timestamp_prepended: [
      "Id and timestamp were put before the body",
      "That is the way of webhook-signature only. For the sha256 header use the body alone.",
    ],
    id_and_timestamp_missing: [
      "Id and timestamp are missing before the body",
      "For webhook-signature sign webhook-id.webhook-timestamp.body.",
    ],
    id_missing: [
      "The id is missing before the timestamp",
      "For webhook-signature sign webhook-id.webhook-timestamp.body.",
    ],
    body_newline: [
      "A newline was added to the end of the body",
      "Use the raw bytes of the body instead of reading or printing it line by line.",
    ],
    body_crlf: [
      "The line ends of the body were changed",
      "Do not read the body in text mode; take the bytes as they are.",
    ],
    body_blanks: ["The body has blanks around it", "Verify the bytes that came, with nothing added."],
    body_bom: [
      "The body begins with a byte order mark (BOM)",
      "Take the body as UTF-8 without a BOM, best of all as bytes.",
    ],
    body_whitespace: [
      "The body was rewritten: its blanks differ",
      "Verify the raw body that came, not JSON that was parsed and written again. Verify before you parse.",
    ],
    body_key_order: [
      "The body was rewritten: its fields are in another order",
      "Verify the raw body that came, not JSON that was parsed and written again.",
    ],
    body_escaped_slashes: [
      "The body was rewritten: slashes became \\/",
      "Do not write it again with a function such as json_encode; verify the raw body that came.",
    ],
    body_unicode_escapes: [
      "The body was rewritten: letters became \\u escapes",
      "Verify the raw body that came, not JSON that was written again.",
    ],
    body_encoded_twice: [
      "The body was turned into a JSON string once more",
      "Do not apply JSON.stringify to a body that is text already; use it as it is.",
    ],
    body_utf16: [
      "The body was turned into UTF-16 bytes",
      "Use UTF-8 where you turn the text into bytes (such as Encoding.UTF8).",
    ],
    body_latin1: ["The body was turned into Latin-1 bytes", "Use UTF-8 where you turn the text into bytes."],
    body_empty: [
      "An empty body was signed",
      "The stream of the body may have been read before. Keep the raw body in a step that comes before the parser.",
    ],
    body_object: [
      "[object Object] was signed instead of the body",
      "Sign the raw text that came, not the parsed object.",
    ],
    id_differs: [
      "The delivery id of the header is not the body's",
      "The signature fits the body. Take the id from the body; headers are not signed.",
    ],
    timestamp_differs: [
      "The timestamp of the header is not the body's",
      "The signature fits the body. Take the time from occurredAt in the body; headers are not signed.",
    ],
  },
  expected: "The right signature of this body with this secret",
  unexplained: {
    received: "This body and this secret do not make the signature that came",
    computed: "What your code computed is like no mistake that is known",
  },
  unexplainedHelp: {
    received:
      "Either the secret is another one, or the body was changed. Compare the last four characters that the webhooks page shows; if the secret was rotated, try the previous or the prepared one too.",
    computed:
      "The signature that came is right. Look, step by step, at the bytes and the key that your code signs with; do not log them.",
  },
  hints: {
    secret_shape: "The secret does not look like one: it should be whsec_ and 32 characters.",
    body_shape: "The body does not look like a webhook's: id, type and occurredAt are expected.",
    signature_shape: "The signature seems incomplete or cut off: it should be sha256= and 64 hex characters.",
  },
  ends: {
    present: "The secret's last four characters are those of the one that signs now.",
    next: "The last four characters are the prepared secret's: it does not sign yet.",
    previous: "The last four characters are the previous secret's: the new one signs now.",
    other: "The last four characters are of none of your account's secrets.",
  },
  incomplete: "Missing for a check",
  missing: {
    secret: "the webhook secret",
    body: "the body that came",
    signature: "the signature that came, or what your code computed",
    standard_id_and_timestamp: "the headers webhook-id and webhook-timestamp",
  },
};
