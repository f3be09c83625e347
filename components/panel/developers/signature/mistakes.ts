/** The mistakes that a receiver can make when it checks a signature. Their texts are in the catalogue
 * `panel.signature.mistakes`. */
export const mistakes = [
  // In the signature value.
  "prefix_missing",
  "prefix_doubled",
  "upper_case_hex",
  "base64_not_hex",
  "base64_of_hex",
  "v1_missing",
  "hex_not_base64",
  // In the key.
  "secret_blanks",
  "secret_newline",
  "secret_quotes",
  "secret_decoded",
  "secret_not_decoded",
  "secret_prefix_cut",
  // In the computation.
  "sha1",
  "sha384",
  "sha512",
  "hash_without_key",
  "hash_of_both",
  "key_and_body_swapped",
  "timestamp_prepended",
  "id_and_timestamp_prepended",
  "id_and_timestamp_missing",
  "id_missing",
  // In the body.
  "body_newline",
  "body_crlf",
  "body_blanks",
  "body_bom",
  "body_whitespace",
  "body_key_order",
  "body_escaped_slashes",
  "body_unicode_escapes",
  "body_encoded_twice",
  "body_utf16",
  "body_latin1",
  "body_empty",
  "body_object",
  // In the headers: they are not signed, and differ from the signed body.
  "id_differs",
  "timestamp_differs",
] as const;
export type Mistake = (typeof mistakes)[number];

/** A value that may have been used, with its mistakes. The correct value has none. */
export interface Candidate<T> {
  readonly mistakes: readonly Mistake[];
  readonly value: T;
}

/** The signature scheme: the contract's header or the header of Standard Webhooks. */
export type Scheme = "contract" | "standard";

export const right = <T>(value: T): Candidate<T> => ({ mistakes: [], value });
export const wrong = <T>(mistake: Mistake, value: T): Candidate<T> => ({ mistakes: [mistake], value });
