import type { Language } from "@/server/domain/errors";
import { isEmailAddress, normalizeEmail, type SignInDoor } from "@/server/domain/people/sign-in";
import { inTx } from "@/server/store/db";
import { findPersonByEmail } from "@/server/store/people/people";
import type { Ctx } from "../ctx";
import { auditSelf } from "./shared/audit-self";
import { writeMailedLink } from "./shared/mailed-links";

export interface AskForDeviceLinkInput {
  readonly door: SignInDoor;
  readonly email: string;
  readonly language: Language;
  readonly sourceIp: string;
}

/**
 * Mails a link with which a browser becomes a known device of the person, within an hour and once (D-310). It does not
 * sign in. Where no user has the address, it does nothing. Callers do not wait for it and answer alike in both cases.
 */
export async function askForDeviceLink(ctx: Ctx, input: AskForDeviceLinkInput): Promise<void> {
  const { door, language, sourceIp } = input;
  const email = normalizeEmail(input.email);
  const user = isEmailAddress(email) ? await findPersonByEmail(ctx.db, door, email) : null;
  if (!user) return;
  await auditSelf(ctx, door, user, { action: "self.askForDevice", code: null, detail: {}, sourceIp });
  const recipient = { person: { door, userId: user.id }, email: user.email, language };
  await inTx(ctx.db, (tx) => writeMailedLink(ctx, tx, "device_link", recipient));
}
