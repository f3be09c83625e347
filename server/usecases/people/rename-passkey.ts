import { AppError } from "@/server/domain/errors";
import { inTx } from "@/server/store/db";
import { renamePasskey as renameRow } from "@/server/store/people/passkeys";
import type { Person } from "@/server/store/people/sign-in-sessions";
import type { Ctx } from "../ctx";

/** Gives a passkey of a person another name. Throws not_found where the person has no such passkey. */
export async function renamePasskey(
  ctx: Ctx,
  { person, passkeyId, name }: { person: Person; passkeyId: string; name: string },
): Promise<void> {
  const isRenamed = await inTx(ctx.db, (tx) => renameRow(tx, person, passkeyId, name));
  if (!isRenamed) throw new AppError("not_found", "No such passkey");
}
