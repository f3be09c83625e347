import { AppError, type Language } from "@/server/domain/errors";
import { inTx } from "@/server/store/db";
import { findPerson } from "@/server/store/people/people";
import type { Person } from "@/server/store/people/sign-in-sessions";
import type { Ctx } from "../ctx";
import { writeMailedLink } from "./shared/mailed-links";

/**
 * Mails a link with which a person proves to read the address, within 24 hours and once (D-232). Throws unauthorized
 * where the person was removed.
 */
export async function askForAddressProof(
  ctx: Ctx,
  { person, language }: { readonly person: Person; readonly language: Language },
): Promise<{ readonly email: string }> {
  const user = await findPerson(ctx.db, person);
  if (!user) throw new AppError("unauthorized");
  const recipient = { person, email: user.email, language };
  await inTx(ctx.db, (tx) => writeMailedLink(ctx, tx, "address_proof", recipient));
  return { email: user.email };
}
