import { describeChange } from "@/server/domain/audit/changes";
import { changedKeyInput, keyIdInput, newKeyInput } from "@/server/domain/keys/new-key";
import { jsonAmount } from "@/server/domain/money";
import { type ApiKeyRecord, listApiKeys } from "@/server/usecases/accounts/api-queries";
import { changeApiKey } from "@/server/usecases/keys/change-api-key";
import { issueApiKey, liveKeysMax } from "@/server/usecases/keys/issue-api-key";
import { revokeApiKey } from "@/server/usecases/keys/revoke-api-key";
import type { PanelSession } from "@/server/usecases/people/session-queries";
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
    .mutation(async ({ ctx: { ctx, session, audit }, input }) => {
      const { name, scopes, expiresAt, refundLimit: refundLimitKurus } = input;
      await audit.begin({ detail: { name } });
      const {
        seenBy: _,
        receivers,
        ...made
      } = await issueApiKey(ctx, {
        partnerId: session.account.partnerId,
        maker: toMaker(session),
        name,
        scopes,
        expiresAt,
        allowedIps: input.allowedIps ?? [],
        refundLimitKurus,
        handedTo: input.handedTo ?? [],
      });
      audit.note({ subject: made.id, detail: { ...describeKey(made), prefix: made.prefix, handedTo: receivers } });
      return made;
    }),

  /** Changes the name and the rights of a key, from the next request with it on. */
  change: mutationProcedure("key.write", { requiresReauthentication: true })
    .input(changedKeyInput)
    .mutation(async ({ ctx: { ctx, session, audit }, input }) => {
      const { keyId, allowedIps, refundLimit: refundLimitKurus, ...given } = input;
      await audit.begin({ subject: keyId });
      const { before, after } = await changeApiKey(ctx, {
        partnerId: session.account.partnerId,
        maker: toMaker(session),
        keyId,
        ...given,
        allowedIps: allowedIps ?? [],
        refundLimitKurus,
      });
      const detail = describeChange(describeKey(before), describeKey(after));
      audit.note({ detail: { name: after.name, prefix: after.prefix, ...detail } });
    }),

  revoke: mutationProcedure("key.write", { requiresReauthentication: true })
    .input(keyIdInput)
    .mutation(async ({ ctx: { ctx, session, audit }, input: { keyId } }) => {
      await audit.begin({ subject: keyId });
      const key = await revokeApiKey(ctx, { partnerId: session.account.partnerId, keyId });
      audit.note({ detail: { name: key.name, prefix: key.prefix } });
      return key;
    }),
});

const toMaker = ({ user, role, factorConfirmedAt }: PanelSession) => ({
  userId: user.id,
  email: user.email,
  hasSecondFactor: user.hasSecondFactor,
  factorConfirmedAt,
  role,
});

/** Writes the rights of a key for the audit log. */
const describeKey = ({ name, scopes, expiresAt, allowedIps, refundLimit }: Omit<ApiKeyRecord, "seenBy">) => ({
  name,
  scopes,
  expiresAt: expiresAt?.toISOString() ?? null,
  allowedIps,
  refundLimit: refundLimit === null ? null : jsonAmount(refundLimit),
});
