import { z } from "zod";
import { newKeyInput } from "@/server/domain/accounts/new-key";
import { codeText } from "@/server/domain/fields";
import { listApiKeys } from "@/server/usecases/accounts/api-queries";
import { createApiKey, liveKeysMax } from "@/server/usecases/accounts/create-api-key";
import { revokeApiKey } from "@/server/usecases/accounts/revoke-api-key";
import { mutationProcedure, queryProcedure, router } from "../door";

/** Procedures for an account's API keys. */
export const keyRouter = router({
  list: queryProcedure("key.read").query(async ({ ctx: { ctx, session } }) => ({
    keys: await listApiKeys(ctx, { partnerId: session.account.partnerId }),
    liveMax: liveKeysMax,
  })),

  /** Creates a key. Only this answer contains the key itself. */
  create: mutationProcedure("key.write", { requiresReauthentication: true })
    .input(newKeyInput)
    .mutation(async ({ ctx: { ctx, session, audit }, input: { name } }) => {
      await audit.begin({ detail: { name } });
      const { partnerId } = session.account;
      const made = await createApiKey(ctx, { partnerId, name, createdBy: session.user.email });
      audit.note({ subject: made.id, detail: { name, prefix: made.prefix } });
      return made;
    }),

  revoke: mutationProcedure("key.write", { requiresReauthentication: true })
    .input(z.object({ keyId: codeText(64) }))
    .mutation(async ({ ctx: { ctx, session, audit }, input: { keyId } }) => {
      await audit.begin({ subject: keyId });
      const key = await revokeApiKey(ctx, { partnerId: session.account.partnerId, keyId });
      audit.note({ detail: { name: key.name, prefix: key.prefix } });
      return key;
    }),
});
