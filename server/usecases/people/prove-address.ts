import { AppError } from "@/server/domain/errors";
import type { SignInDoor } from "@/server/domain/people/sign-in";
import { inTx } from "@/server/store/db";
import { consumeMailedLink, endMailedLinks } from "@/server/store/people/mailed-links";
import { findPerson, markEmailProved } from "@/server/store/people/people";
import type { Ctx } from "../ctx";
import { auditSelf } from "./shared/audit-self";
import { getMailedLink } from "./shared/mailed-links";

export interface ProveAddressInput {
  readonly door: SignInDoor;
  readonly token: string;
  readonly sourceIp: string;
}

/**
 * Records that the person to whom a link was mailed reads the address, once (D-232). It needs no session, because the
 * mail may be read in another browser. Throws mailed_link_invalid.
 */
export async function proveAddress(ctx: Ctx, { door, token, sourceIp }: ProveAddressInput): Promise<{ email: string }> {
  const { id, person } = await getMailedLink(ctx, { door, purpose: "address_proof", token });
  const user = await findPerson(ctx.db, person);
  await inTx(ctx.db, async (tx) => {
    const now = ctx.realTime.now();
    if (!user || !(await consumeMailedLink(tx, id, now)) || !(await markEmailProved(tx, person, now))) {
      throw new AppError("mailed_link_invalid");
    }
    await endMailedLinks(tx, person, "address_proof", now);
  });
  if (!user) throw new AppError("mailed_link_invalid");
  await auditSelf(ctx, door, user, { action: "self.proveAddress", code: null, detail: {}, sourceIp });
  return { email: user.email };
}
