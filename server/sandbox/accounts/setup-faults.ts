import type { Db } from "@/server/store/db";
import type { Vault } from "@/server/store/vault";
import { openAccount, sealAccount } from "@/server/usecases/banks/shared/bank-connection";
import { splitSetupPath } from "../bank/setup-faults/faulty-way";

/**
 * Ends the faults of set-ups that an earlier run of the sandbox had: each of its terminals finds its bank
 * at the healthy address again. The addresses of some faults do not survive a restart.
 */
export async function endSetupFaults(db: Db, vault: Vault, bankOrigin: string): Promise<void> {
  const { rows: tables } = await db.pool.query("select to_regclass('simulator.setting') is not null as exists");
  if (!tables[0]?.exists) return;
  const { rows } = await db.pool.query("select value -> 'setupFaults' as faults from simulator.setting where id = 1");
  const faults: Readonly<Record<string, string>> = rows[0]?.faults ?? {};
  for (const terminalId of Object.keys(faults)) await restore(db, vault, terminalId, bankOrigin);
  await db.pool.query("update simulator.setting set value = value - 'setupFaults' where id = 1");
}

async function restore(db: Db, vault: Vault, terminalId: string, bankOrigin: string): Promise<void> {
  const connection = await db.prisma.bankConnection.findFirst({ where: { terminalId, replacedAt: null } });
  if (connection === null) return;
  const { endpoints, ...account } = openAccount(vault, terminalId, connection.account);
  const healthy = (address: string) => bankOrigin + splitSetupPath(new URL(address).pathname).path;
  const restored = { ...account, endpoints: { gate: healthy(endpoints.gate), api: healthy(endpoints.api) } };
  const sealed = sealAccount(vault, terminalId, restored);
  await db.prisma.bankConnection.update({ where: { id: connection.id }, data: { account: sealed } });
}
