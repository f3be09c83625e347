import { AppError } from "@/server/domain/errors";
import { problem } from "@/server/domain/field-words";
import { isSensitiveText } from "@/server/domain/sensitive-text";
import { checkRedirectUrl } from "../domain/web/redirect-url";
import type { ActingAccount } from "./caller";

// Rules of the account that several verbs share. Each verb runs its own guards, so a door cannot forget one. A door may
// run a guard earlier as well: the pipeline of `/v1` runs `requireActive` before the body is read (D-7), and the panel
// before a link's terminal is checked.

/** Throws partner_not_active for an account that is suspended or closed (§5). */
export function requireActive({ status }: Pick<ActingAccount, "status">): void {
  if (status !== "active") throw new AppError("partner_not_active");
}

/**
 * Throws validation_error where the host of a return address is not on the account's list (§4.1.2 rule 2). An account
 * without a list may use every host.
 * @param field the field that holds the address, for the message
 */
export function requirePermittedHost(
  field: string,
  url: string | null,
  { allowedHosts }: Pick<ActingAccount, "allowedHosts">,
): void {
  if (url === null || !checkRedirectUrl(url, allowedHosts)) return;
  const faults = [{ path: [field], problem: problem("url_host") }];
  throw new AppError("validation_error", undefined, { faults });
}

/** Throws sensitive_data_not_allowed where a text as a whole is a card number or an IBAN (D-15). */
export function requireHarmlessTexts(texts: readonly (string | null)[]): void {
  if (texts.some((text) => text !== null && isSensitiveText(text))) {
    throw new AppError("sensitive_data_not_allowed");
  }
}
