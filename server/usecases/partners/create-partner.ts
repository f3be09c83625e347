import { AppError, type Language } from "@/server/domain/errors";
import { newId } from "@/server/domain/ids";
import { soloLimitKurus } from "@/server/domain/partners/limits";
import type { PartnerProfileFields } from "@/server/domain/partners/profile-inputs";
import { newWebhookSecret } from "@/server/domain/webhooks/webhook-signature";
import { inTx } from "@/server/store/db";
import { insertPartner } from "@/server/store/partners/profiles";
import { asPartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";
import { inviteColleague, type NewInvitation } from "../people/invite-colleague";
import { webhookSecretPurpose } from "../webhooks/shared/webhook-secret";
import { profileColumns } from "./shared/profile-columns";

export interface CreatePartnerInput extends PartnerProfileFields {
  /** The trading name. */
  readonly name: string;
  /** The person who is invited as the first owner; null for an account without an owner yet. */
  readonly ownerEmail: string | null;
  /** Whether acceptance is held until the documents are approved. */
  readonly waitsForDocuments: boolean;
  /** The member of staff who creates it, and who invites the owner. */
  readonly staffId: string;
  /** The language of the mail to the owner: that of the person who creates the account. */
  readonly language: Language;
}

export interface CreatedPartner {
  readonly partnerId: string;
  /** Null for an account without an owner. */
  readonly invitation: NewInvitation | null;
}

/**
 * Creates a merchant's account (D-240): active, with a webhook secret of its own and the largest limit that one person
 * may give, and invites its first owner. Its acceptance is held with `missing_documents`; only in a sandbox it may be
 * open at once. Throws validation_error where a live account would not wait for its documents.
 */
export async function createPartner(ctx: Ctx, input: CreatePartnerInput): Promise<CreatedPartner> {
  const { name, ownerEmail, waitsForDocuments, staffId, language, ...profile } = input;
  if (!waitsForDocuments && ctx.sandboxTime === null) {
    throw new AppError("validation_error", "A live account waits for its documents");
  }
  const createdAt = ctx.clock.now();
  const id = newId(ctx.random, "partner", createdAt);
  const held = { acceptanceHeld: true, holdReason: "missing_documents", heldSince: createdAt };
  await inTx(ctx.db, (tx) =>
    insertPartner(
      tx,
      {
        id,
        name,
        createdAt,
        maxAmount: soloLimitKurus,
        webhookSecret: ctx.vault.seal(webhookSecretPurpose(id), newWebhookSecret(ctx.random)),
        ...(waitsForDocuments && held),
      },
      profileColumns(profile),
    ),
  );
  ctx.log.info({ partnerId: id }, "Merchant created");
  const partnerId = asPartnerId(id);
  const invitation =
    ownerEmail === null
      ? null
      : await inviteColleague(ctx, { partnerId, userId: null, staffId, email: ownerEmail, role: "owner", language });
  return { partnerId, invitation };
}
