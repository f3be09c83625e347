import { AppError } from "@/server/domain/errors";
import type { SignInDoor } from "@/server/domain/people/sign-in";
import { inTx } from "@/server/store/db";
import { consumeMailedLink } from "@/server/store/people/mailed-links";
import { findPerson, markEmailProved } from "@/server/store/people/people";
import type { Ctx } from "../ctx";
import { auditSelf } from "./shared/audit-self";
import { getMailedLink } from "./shared/mailed-links";

export interface KnowDeviceInput {
  readonly door: SignInDoor;
  readonly token: string;
  readonly sourceIp: string;
}

/**
 * Uses the link that permits a browser to become a known device of the person, once (D-310). The caller sets the cookie
 * for the returned address. The person still signs in with the password and the second factor. Throws
 * mailed_link_invalid.
 */
export async function knowDevice(ctx: Ctx, { door, token, sourceIp }: KnowDeviceInput): Promise<{ email: string }> {
  const { id, person } = await getMailedLink(ctx, { door, purpose: "device", token });
  const user = await findPerson(ctx.db, person);
  if (!user) throw new AppError("mailed_link_invalid");
  await inTx(ctx.db, async (tx) => {
    const now = ctx.realTime.now();
    if (!(await consumeMailedLink(tx, id, now)) || !(await markEmailProved(tx, person, now))) {
      throw new AppError("mailed_link_invalid");
    }
  });
  await auditSelf(ctx, door, user, { action: "self.knowDevice", code: null, detail: {}, sourceIp });
  return { email: user.email };
}
