import type { Language } from "@/server/domain/errors";
import { detectBrowser } from "@/server/domain/web/user-agent";
import type { Tx } from "@/server/store/db";
import type { PersonRow } from "@/server/store/people/people";
import { findSessionOrigin, type SessionOrigin } from "@/server/store/people/session-origins";
import type { Person } from "@/server/store/people/sign-in-sessions";
import type { Ctx } from "@/server/usecases/ctx";
import { writeMail } from "@/server/usecases/mail/shared/write-mail";

/** A notice of a change of how a person signs in, or of a sign-in. */
export type Notice =
  | { readonly kind: "password_changed"; readonly how: "self" | "link" | "operator" }
  | { readonly kind: "second_factor_on" | "second_factor_off" | "recovery_codes_renewed" | "new_device" }
  | { readonly kind: "passkey_added" | "passkey_removed" };

/**
 * Mails a notice to a person in the language of the last sign-in, in the transaction of what it is about.
 * @param origin from where it was done; null for the operator of the installation
 */
export async function writeNotice(
  ctx: Ctx,
  tx: Tx,
  { user, person, origin }: { user: PersonRow; person: Person; origin: SessionOrigin | null },
  notice: Notice,
): Promise<void> {
  const occurrence = {
    door: person.door,
    at: ctx.realTime.now().toISOString(),
    browser: origin && nameBrowser(origin.userAgent),
    sourceIp: origin?.sourceIp ?? null,
  };
  const to = { to: user.email, language: user.language as Language };
  if (notice.kind !== "password_changed") await writeMail(ctx, tx, { ...to, kind: notice.kind, values: occurrence });
  else await writeMail(ctx, tx, { ...to, kind: notice.kind, values: { ...occurrence, how: notice.how } });
}

/** Mails a notice of what a person did in a session. A user who was removed meanwhile gets none. */
export async function writeNoticeOfSession(
  ctx: Ctx,
  tx: Tx,
  { user, person, sessionId }: { user: PersonRow; person: Person; sessionId: string },
  notice: Notice,
): Promise<void> {
  await writeNotice(ctx, tx, { user, person, origin: await findSessionOrigin(tx, sessionId) }, notice);
}

/** Returns `Firefox, Linux`; null where neither is known. */
function nameBrowser(userAgent: string): string | null {
  const { browser, system } = detectBrowser(userAgent);
  return [browser, system].filter((name) => name !== null).join(", ") || null;
}
