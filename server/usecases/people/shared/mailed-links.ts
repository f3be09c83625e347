import { plusMs } from "@/server/domain/clock";
import { AppError, type Language } from "@/server/domain/errors";
import { isSecretToken, newSecretToken, tokenHash } from "@/server/domain/ids";
import { mailedLinkMs, type SignInDoor } from "@/server/domain/people/sign-in";
import type { Tx } from "@/server/store/db";
import {
  findOpenMailedLink,
  insertMailedLink,
  type MailedLinkPurpose,
  type OpenMailedLink,
} from "@/server/store/people/mailed-links";
import type { Person } from "@/server/store/people/sign-in-sessions";
import type { Ctx } from "@/server/usecases/ctx";
import { writeMail } from "@/server/usecases/mail/shared/write-mail";

/** Who gets a link, and in which language. */
export interface LinkRecipient {
  readonly person: Person;
  readonly email: string;
  readonly language: Language;
}

const purposes = {
  address_proof: { lifeMs: mailedLinkMs.addressProof, purpose: "address_proof", path: "address" },
  device_link: { lifeMs: mailedLinkMs.device, purpose: "device", path: "device" },
  password_reset: { lifeMs: mailedLinkMs.password, purpose: "password", path: "password/new" },
} as const;

/**
 * Mails a link with a new token, of which only the hash is kept. The token is in the fragment (`#`), which browsers do
 * not send to a server. Earlier links keep working, because otherwise a stranger could end a person's link by asking
 * for one.
 */
export async function writeMailedLink(
  ctx: Ctx,
  tx: Tx,
  kind: keyof typeof purposes,
  { person, email, language }: LinkRecipient,
): Promise<void> {
  const { lifeMs, purpose, path } = purposes[kind];
  const now = ctx.realTime.now();
  const [token, expiresAt] = [newSecretToken(ctx.random), plusMs(now, lifeMs)];
  await insertMailedLink(tx, { purpose, person, tokenHash: tokenHash(token), now, expiresAt });
  const url = `${ctx.origins.panel}/${person.door}/${path}#${token}`;
  const values = { door: person.door, url, until: expiresAt.toISOString() };
  await writeMail(ctx, tx, { kind, values, to: email, language, usefulMs: lifeMs });
}

/** Returns the open link of a token. Throws mailed_link_invalid, equally for an unknown, used or expired one. */
export async function getMailedLink(
  ctx: Ctx,
  given: { readonly door: SignInDoor; readonly purpose: MailedLinkPurpose; readonly token: string },
): Promise<OpenMailedLink> {
  const { token, ...kind } = given;
  const hash = isSecretToken(token) ? tokenHash(token) : null;
  const link = hash && (await findOpenMailedLink(ctx.db, { ...kind, tokenHash: hash }, ctx.realTime.now()));
  if (!link) throw new AppError("mailed_link_invalid");
  return link;
}
