import type { Db, Tx } from "../db";

/** An authorised inventory, as it is stored. */
export interface InventoryRow {
  readonly id: string;
  readonly digest: string;
  readonly content: string;
  readonly authorisedBy: string;
  readonly reason: string;
  readonly authorisedAt: Date;
  readonly keyId: string;
  readonly signature: string;
}

export const insertInventory = (tx: Pick<Tx, "pageInventory">, row: InventoryRow): Promise<unknown> =>
  tx.pageInventory.create({ data: row });

/** Lists the authorisations of one inventory, the newest first. */
export const listAuthorisations = (db: Db, digest: string): Promise<InventoryRow[]> =>
  db.prisma.pageInventory.findMany({ where: { digest }, orderBy: [{ authorisedAt: "desc" }, { id: "desc" }] });
