import { isEmailAddress } from "./sign-in";

/** The sender of all mails: an address, and the name that mail programs show instead. */
export interface MailFrom {
  readonly name: string;
  readonly address: string;
}

/** Parses `Name <address>` or an address alone; null for any other text. */
export function parseMailFrom(text: string): MailFrom | null {
  const [, name = "", inBrackets] = /^([^<>"\\,;:\p{Cc}]{1,100}) <([^<>]*)>$/u.exec(text) ?? [];
  const address = inBrackets ?? text;
  return isEmailAddress(address) ? { name: name.trim(), address } : null;
}
