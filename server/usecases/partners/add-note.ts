import { newId } from "@/server/domain/ids";
import { insertNote, type NoteRow } from "@/server/store/partners/notes";
import { getExistingPartnerId } from "../accounts/queries";
import type { Ctx } from "../ctx";

export interface AddNoteInput {
  readonly partnerId: string;
  readonly text: string;
  /** The e-mail address of the author. */
  readonly author: string;
}

/** Writes down a note about a merchant, which is never changed or erased. Throws not_found. */
export async function addNote(ctx: Ctx, { partnerId, text, author }: AddNoteInput): Promise<NoteRow> {
  await getExistingPartnerId(ctx, { partnerId });
  const at = ctx.clock.now();
  return insertNote(ctx.db, { id: newId(ctx.random, "partnerNote", at), partnerId, text, author, at });
}
