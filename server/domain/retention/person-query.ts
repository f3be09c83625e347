import * as z from "zod";
import { isEmailAddress, normalizeEmail } from "../people/sign-in";

/** By what an operator looks for a person: an address, a link that the person was to pay, or the payer's name. */
export type PersonQuery =
  | { readonly kind: "email"; readonly email: string }
  | { readonly kind: "ip"; readonly ip: string }
  | { readonly kind: "link"; readonly linkId: string }
  | { readonly kind: "name"; readonly name: string };

const ipAddress = z.union([z.ipv4(), z.ipv6()]);

/** Reads what was typed. A text that is neither an address nor the id of a link is a payer's name. */
export function readPersonQuery(typed: string): PersonQuery {
  const text = typed.trim();
  if (isEmailAddress(text)) return { kind: "email", email: normalizeEmail(text) };
  if (ipAddress.safeParse(text).success) return { kind: "ip", ip: text.toLowerCase() };
  return /^pl_\w+$/.test(text) ? { kind: "link", linkId: text } : { kind: "name", name: text };
}
