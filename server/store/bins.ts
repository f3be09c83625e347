import type { CardBrand, CardFacts } from "@/server/domain/installments";
import type { Db } from "./db";

/** What the BIN table knows of a card, by the longest prefix of its first eight digits; null: not known. */
export async function findCardFacts(db: Db, bin8: string): Promise<CardFacts | null> {
  const rows = await db.prisma.binRange.findMany({ where: { bin: { in: [bin8, bin8.slice(0, 6)] } } });
  const row = rows.sort((a, b) => b.bin.length - a.bin.length)[0];
  if (!row) return null;
  return {
    bank: row.bank,
    brand: row.brand as CardBrand | null,
    family: row.family,
    scheme: row.scheme,
    trusted: row.confidence !== "low",
  };
}
