import type { Change } from "@/server/domain/audit/changes";
import type { Ctx } from "../ctx";
import { getPartner } from "../partners/queries";
import { setFirstIban } from "../partners/set-first-iban";
import { proposeChange } from "./propose-change";

export interface ChangePartnerIbanInput {
  readonly partnerId: string;
  readonly revision: number;
  /** In capitals without blanks. */
  readonly iban: string;
  readonly reason: string;
  readonly staffId: string;
}

/** The result of a change that may need a second person: the proposal, or the change that was made. */
export type MadeOrProposed = { readonly changeId: string } | { readonly changeId: null; readonly change: Change };

/**
 * Sets the first IBAN of a sandbox's account at once, and proposes every other one to a second person (D-67, D-242).
 * Throws not_found, changed_meanwhile and change_waiting.
 */
export async function changePartnerIban(ctx: Ctx, input: ChangePartnerIbanInput): Promise<MadeOrProposed> {
  const { partnerId, revision, iban, reason, staffId } = input;
  const { hasIban } = await getPartner(ctx, { partnerId });
  if (ctx.sandboxTime !== null && !hasIban) {
    return { changeId: null, change: await setFirstIban(ctx, { partnerId, revision, iban, staffId }) };
  }
  const subject = { kind: "partner_iban", partnerId, subject: partnerId, payload: {} } as const;
  return proposeChange(ctx, { ...subject, secret: iban, reason, staffId });
}
