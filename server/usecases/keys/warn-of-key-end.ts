import { nextEndWarning } from "@/server/domain/keys/key-end";
import { mayInPanel, type PanelRole, panelRoles } from "@/server/domain/people/access";
import { claimEndingKey } from "@/server/store/accounts/api-keys";
import { inTx } from "@/server/store/db";
import { listRecipients } from "@/server/store/people/team";
import type { Ctx } from "../ctx";
import { writeMail } from "../mail/shared/write-mail";

/** Those who can give the key a later end, or put another one in its place. */
const warned: readonly PanelRole[] = panelRoles.filter((role) => mayInPanel(role, "key.write"));

/**
 * Mails the members of an account who may change keys that one of them ends soon, and sets when they are warned
 * again (D-323). Returns false where that is not due, where the key was revoked, or where another process has done it.
 */
export const warnOfKeyEnd = (ctx: Ctx, { keyId }: { keyId: string }): Promise<boolean> =>
  inTx(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    const key = await claimEndingKey(tx, keyId, now, (expiresAt) => nextEndWarning(expiresAt, now));
    if (!key) return false;
    const { partnerId, name, prefix, expiresAt } = key;
    // The product may have been down until after the end.
    if (expiresAt <= now) return true;
    const { account, recipients } = await listRecipients(tx, partnerId, warned);
    const url = `${ctx.origins.panel}/panel/developers`;
    const values = { account, name, prefix, endsAt: expiresAt.toISOString(), url };
    for (const { email: to, language } of recipients) {
      await writeMail(ctx, tx, {
        kind: "key_ends",
        values,
        to,
        language,
        usefulMs: expiresAt.getTime() - now.getTime(),
      });
    }
    return true;
  });
