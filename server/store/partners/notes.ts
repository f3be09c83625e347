import type { PartnerNote } from "@/prisma/generated/client";
import type { Db } from "../db";

export type NoteRow = PartnerNote;

export const insertNote = ({ prisma }: Db, note: NoteRow) => prisma.partnerNote.create({ data: note });

/** Lists a page of the notes about an account, the newest first, from before the note `beforeId`. */
export const listNotes = (
  { prisma }: Db,
  { partnerId, beforeId, countMax }: { partnerId: string; beforeId: string | null; countMax: number },
): Promise<NoteRow[]> =>
  prisma.partnerNote.findMany({
    where: { partnerId, ...(beforeId !== null && { id: { lt: beforeId } }) },
    orderBy: { id: "desc" },
    take: countMax,
  });
