import type { Prisma } from "@/prisma/generated/client";
import type { BinRow } from "@/server/domain/pricing/bin-table";
import type { Db, Tx } from "../db";

/** An override in use, with the e-mail address of the member of staff who made it. */
export interface BinOverrideRecord extends BinRow {
  readonly id: string;
  readonly reason: string;
  readonly madeBy: string;
  readonly madeAt: Date;
}

export interface NewBinOverride extends BinRow {
  readonly id: string;
  readonly reason: string;
  readonly staffId: string;
  readonly at: Date;
}

/** Adds an override. The caller holds the lock of `lockBins` and has removed the prefix's former override. */
export async function insertOverride(tx: Tx, { id, reason, staffId, at, ...row }: NewBinOverride): Promise<void> {
  const { bin, bank, brand, family, scheme, commercial, confidence } = row;
  const facts = { bin, bank, brand, family, scheme, commercial, confidence };
  await tx.binOverride.create({ data: { ...facts, id, reason, madeBy: staffId, madeAt: at } });
}

/** Finds the override of a prefix that is in use. The caller holds the lock of `lockBins`. */
export async function findOverride(tx: Tx, bin: string): Promise<(BinRow & { readonly id: string }) | null> {
  const row = await tx.binOverride.findFirst({
    where: { bin, removedAt: null },
    select: {
      id: true,
      bin: true,
      bank: true,
      brand: true,
      family: true,
      scheme: true,
      commercial: true,
      confidence: true,
    },
  });
  return row as (BinRow & { readonly id: string }) | null;
}

/** Ends the use of an override. The row stays, with who removed it, when and why. */
export const removeOverride = (tx: Tx, id: string, removal: { staffId: string; reason: string; at: Date }) =>
  tx.binOverride.update({
    where: { id },
    data: { removedBy: removal.staffId, removedAt: removal.at, removalReason: removal.reason },
  });

/** Lists the newest overrides in use. */
export async function listOverrides(db: Db, countMax: number): Promise<BinOverrideRecord[]> {
  const { rows } = await db.pool.query<BinOverrideRecord>(
    `select o.id, o.bin, o.bank, o.brand, o.family::text, o.scheme, o.commercial, o.confidence, o.reason,
            s.email as "madeBy", o.made_at as "madeAt"
       from bin_override o join staff_user s on s.id = o.made_by
      where o.removed_at is null order by o.made_at desc, o.id desc limit $1`,
    [countMax],
  );
  return rows;
}

/** The number of rows in the BIN table by their origin. */
export interface BinCounts {
  readonly imported: number;
  readonly sandbox: number;
  readonly override: number;
}

export async function countBins(db: Db): Promise<BinCounts> {
  const { rows } = await db.pool.query<BinCounts>(
    `select count(*) filter (where origin = 'imported')::int as imported,
            count(*) filter (where origin = 'sandbox')::int as sandbox,
            (select count(*)::int from bin_override where removed_at is null) as override
       from bin_range`,
  );
  return rows[0] ?? { imported: 0, sandbox: 0, override: 0 };
}

/** Lists the issuing banks' names that the BIN table has, in alphabetical order. */
export async function listBankNames(db: Db): Promise<string[]> {
  const { rows } = await db.pool.query<{ bank: string }>(
    `select bank from bin_range where bank <> '' union
     select bank from bin_override where removed_at is null and bank <> '' order by bank`,
  );
  return rows.map(({ bank }) => bank);
}

export type NewBinImport = Omit<Prisma.BinImportUncheckedCreateInput, "importedAt"> & { readonly importedAt: Date };

export const insertBinImport = (tx: Tx, record: NewBinImport) => tx.binImport.create({ data: record });

/** Lists the latest imports with the e-mail address of the importer; null for the command line. */
export async function listBinImports(db: Db, countMax: number) {
  const rows = await db.prisma.binImport.findMany({
    orderBy: [{ importedAt: "desc" }, { id: "desc" }],
    take: countMax,
    include: { importer: { select: { email: true } } },
  });
  return rows.map(({ importer, importedBy: _, ...row }) => ({ ...row, importedBy: importer?.email ?? null }));
}
