import { utf8 } from "./body-candidates";
import { type Candidate, right, type Scheme, wrong } from "./mistakes";

const prefix = "whsec_";

/** Lists the keys that may have been used when a user pasted `secret`. */
export function keyCandidates(secret: string, scheme: Scheme): Candidate<Uint8Array>[] {
  const cleaned: Candidate<string>[] = [right(secret)];
  const add = (candidate: Candidate<string>) => {
    if (!cleaned.some(({ value }) => value === candidate.value)) cleaned.push(candidate);
  };
  add(wrong("secret_blanks", secret.trim()));
  add(wrong("secret_quotes", secret.trim().replace(/^(["'`])(.*)\1$/, "$2")));
  const plain = cleaned.at(-1)?.value ?? secret;
  add(wrong("secret_newline", `${plain}\n`));
  add(wrong("secret_quotes", `"${plain}"`));
  add(wrong("secret_quotes", `'${plain}'`));
  return scheme === "contract" ? contractKeys(cleaned, plain) : standardKeys(cleaned, plain);
}

/** The contract uses the secret's text as the key (§6.3). */
function contractKeys(cleaned: readonly Candidate<string>[], plain: string): Candidate<Uint8Array>[] {
  const rest = plain.startsWith(prefix) ? plain.slice(prefix.length) : null;
  const decoded = rest === null ? null : base64Bytes(rest);
  return [
    ...cleaned.map(({ mistakes, value }) => ({ mistakes, value: utf8(value) })),
    ...(decoded ? [wrong("secret_decoded" as const, decoded)] : []),
    ...(rest ? [wrong("secret_prefix_cut" as const, utf8(rest))] : []),
  ];
}

/** Standard Webhooks uses the decoded base64 after `whsec_` as the key. */
function standardKeys(cleaned: readonly Candidate<string>[], plain: string): Candidate<Uint8Array>[] {
  const rest = plain.replace(prefix, "");
  return [
    ...cleaned.flatMap(({ mistakes, value }) => {
      const key = base64Bytes(value.replace(prefix, ""));
      return key ? [{ mistakes, value: key }] : [];
    }),
    wrong("secret_not_decoded", utf8(plain)),
    wrong("secret_not_decoded", utf8(rest)),
  ];
}

/** Decodes base64 of the standard or the URL-safe alphabet. Returns null when the text is neither. */
export function base64Bytes(text: string): Uint8Array | null {
  const standard = text.replaceAll("-", "+").replaceAll("_", "/");
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(standard)) return null;
  try {
    return Uint8Array.from(atob(standard), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
