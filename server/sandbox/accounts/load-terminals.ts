import { isDeepStrictEqual } from "node:util";
import { systemClock } from "@/server/domain/clock";
import { cardFamilies } from "@/server/domain/pricing/installments";
import type { SealedConnection } from "@/server/store/banks/bank-connections";
import { type Db, inTx } from "@/server/store/db";
import { insertTariffs } from "@/server/store/pricing/tariffs";
import type { Vault } from "@/server/store/vault";
import { type AccountText, openAccount, sealAccount } from "@/server/usecases/banks/shared/bank-connection";
import { otherShop, sandboxShop } from "../bank/records/shops";
import { agreements, type SimulatedBank } from "./agreements";
import { partnerId, partnerKeys, type SandboxPartnerKey } from "./partners";
import {
  firstTariff,
  fullCounts,
  type SandboxTerminal,
  type SandboxTerminalKey,
  sandboxTariff,
  sandboxTerminals,
} from "./terminals";

export const terminalKeys = Object.keys(sandboxTerminals) as SandboxTerminalKey[];
const terminalPrefix = (partner: SandboxPartnerKey) => `trm_${partner}_`;
export const terminalId = (partner: SandboxPartnerKey, key: SandboxTerminalKey) => `${terminalPrefix(partner)}${key}`;

/**
 * Adds the missing terminals, each with its prices, and points the others at the current address of the simulated
 * banks.
 */
export async function loadTerminals(db: Db, vault: Vault, bankOrigin: string): Promise<void> {
  const wanted = partnerKeys.flatMap((partner) =>
    terminalKeys.map((key) => ({ id: terminalId(partner, key), partner, key })),
  );
  // Every terminal has a connection in use.
  const existing = await db.prisma.bankConnection.findMany({
    where: { terminalId: { in: wanted.map(({ id }) => id) }, replacedAt: null },
  });
  const missing = wanted.filter(({ id }) => !existing.some(({ terminalId }) => terminalId === id));
  await addTerminals(
    db,
    missing.map(({ id, partner, key }) => toRow(id, partner, sandboxTerminals[key])),
    (id, bank) => sealAccount(vault, id, buildAccount(id, bank, bankOrigin)),
  );
  for (const connection of existing) {
    const { terminalId: id } = connection;
    const { bank } = sandboxTerminals[wanted.find((terminal) => terminal.id === id)?.key ?? "default"];
    await followBank(db, vault, connection, buildAccount(id, bank, bankOrigin));
  }
}

/**
 * Changes the connection in place instead of replacing it: the simulated bank is the same one at another address, and
 * open attempts must reach it there. Each connection is changed in a transaction of its own, because the change locks
 * its partner while a running product may be changing the next one.
 */
async function followBank(
  db: Db,
  vault: Vault,
  { id, terminalId, account }: SealedConnection,
  agreed: AccountText,
): Promise<void> {
  const before = tryOpenAccount(vault, terminalId, account);
  if (isDeepStrictEqual(before, agreed)) return;
  // Before its bank was simulated, an older sandbox had this connection switched off.
  const isNewBank = before !== null && readApiPath(before) !== readApiPath(agreed);
  const data = { account: sealAccount(vault, terminalId, agreed) };
  await db.prisma.bankConnection.update({ where: { id }, data });
  if (isNewBank) {
    await db.prisma.terminal.update({ where: { id: terminalId }, data: { virtualPosActive: true } });
  }
}

const readApiPath = ({ endpoints }: AccountText): string => new URL(endpoints.api).pathname;

/** Returns the account, or null when it cannot be decrypted because its key is gone. */
function tryOpenAccount(vault: Vault, id: string, account: Uint8Array): AccountText | null {
  try {
    return openAccount(vault, id, account);
  } catch {
    return null;
  }
}

/**
 * Adds terminals, connections and prices in one transaction. Otherwise a start that is killed halfway would leave
 * terminals without prices, and later starts would not add them.
 */
async function addTerminals(
  db: Db,
  rows: readonly ReturnType<typeof toRow>[],
  sealFor: (id: string, bank: SimulatedBank) => SealedConnection["account"],
): Promise<void> {
  const tariffs = rows.map(({ id }) => firstTariff(id, sandboxTariff));
  const connections = rows.map(({ id, bank, createdAt }) => ({
    id: `bcn_${id}`,
    terminalId: id,
    bank,
    account: sealFor(id, bank),
    createdAt,
  }));
  await inTx(
    db,
    async (tx) => {
      await tx.terminal.createMany({ data: [...rows] });
      await tx.bankConnection.createMany({ data: connections });
      await insertTariffs(tx, tariffs);
    },
    timeoutMs,
  );
}

/**
 * Thousands of prices take a second or two, and a first start may share its machine with a build; hence a long limit.
 */
const timeoutMs = 120_000;

function toRow(id: string, partner: SandboxPartnerKey, terminal: SandboxTerminal) {
  const { limits, allowedFamilies, effectiveCounts, ...plain } = terminal;
  return {
    allowedFamilies: [...(allowedFamilies ?? cardFamilies)],
    effectiveCounts: [...(effectiveCounts ?? fullCounts)],
    ...plain,
    ...limits,
    id,
    partnerId: partnerId(partner),
    createdAt: systemClock.now(),
  };
}

/**
 * Returns the terminal's bank account: the demo account has its own shops at the banks, the others share the second
 * ones.
 */
const buildAccount = (id: string, bank: SimulatedBank, bankOrigin: string): AccountText =>
  agreements[bank](id.startsWith(terminalPrefix("demo")) ? sandboxShop : otherShop, bankOrigin);
