import type { PartnerDocument } from "@/prisma/generated/client";
import type { DocumentState } from "@/server/domain/partners/documents";
import type { Db, Tx } from "../db";

export type DocumentRow = PartnerDocument;

/** Lists the documents of an account whose state was written down. */
export const listDocuments = (
  { prisma }: Pick<Db, "prisma"> | { prisma: Tx },
  partnerId: string,
): Promise<DocumentRow[]> => prisma.partnerDocument.findMany({ where: { partnerId } });

/** Writes down the state of a document. */
export const saveDocument = (tx: Tx, { partnerId, kind, ...columns }: DocumentRow) =>
  tx.partnerDocument.upsert({
    where: { partnerId_kind: { partnerId, kind } },
    create: { partnerId, kind, ...columns },
    update: columns,
  });

/** Returns the states of an account's documents by kind. */
export const readDocumentStates = async (tx: Tx, partnerId: string): Promise<ReadonlyMap<string, DocumentState>> =>
  new Map((await listDocuments({ prisma: tx }, partnerId)).map(({ kind, state }) => [kind, state]));
