import { isDeepStrictEqual } from "node:util";
import { systemClock } from "@/server/domain/clock";
import { cardFamilies } from "@/server/domain/installments";
import { otherShop, sandboxShop } from "@/server/simulator/shops";
import { type Db, inTx } from "@/server/store/db";
import { insertTariffs } from "@/server/store/tariffs";
import type { Vault } from "@/server/store/vault";
import { type AccountText, openAccount, sealAccount } from "@/server/usecases/bank-connection";
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
export const terminalId = (partner: SandboxPartnerKey, key: SandboxTerminalKey) =>
  `${terminalPrefix(partner)}${key}`;

/** Adds the terminals that are missing, each with its prices, and has the others follow the simulated banks' address. */
export async function loadTerminals(db: Db, vault: Vault, bankOrigin: string): Promise<void> {
  const wanted = partnerKeys.flatMap((partner) =>
    terminalKeys.map((key) => ({ id: terminalId(partner, key), partner, key })),
  );
  const existing = await db.prisma.terminal.findMany({ where: { id: { in: wanted.map(({ id }) => id) } } });
  const missing = wanted.filter(({ id }) => !existing.some((terminal) => terminal.id === id));
  await addTerminals(
    db,
    missing.map(({ id, partner, key }) => toRow(vault, bankOrigin, id, partner, sandboxTerminals[key])),
  );
  for (const { id, account } of existing) {
    const { bank } = sandboxTerminals[wanted.find((terminal) => terminal.id === id)?.key ?? "default"];
    await followBank(db, vault, { id, account }, agreementOf(id, bank, bankOrigin));
  }
}

/** Each by itself: a changed terminal holds its partner, and a running product may be changing the next one. */
async function followBank(
  db: Db,
  vault: Vault,
  { id, account }: { readonly id: string; readonly account: Uint8Array },
  agreed: AccountText,
): Promise<void> {
  const before = openedOrNull(vault, id, account);
  if (isDeepStrictEqual(before, agreed)) return;
  // A sandbox from before its bank was simulated had this connection switched off.
  const isNewBank = before !== null && pathOf(before) !== pathOf(agreed);
  const data = {
    account: sealAccount(vault, id, agreed),
    ...(isNewBank && { virtualPosActive: true }),
  };
  await db.prisma.terminal.update({ where: { id }, data });
}

const pathOf = ({ endpoints }: AccountText): string => new URL(endpoints.api).pathname;

/** Null when the key that sealed it is gone. */
function openedOrNull(vault: Vault, id: string, account: Uint8Array): AccountText | null {
  try {
    return openAccount(vault, id, account);
  } catch {
    return null;
  }
}

/** Both or neither: a start that was killed between the two would leave terminals without prices, and nobody to add them. */
async function addTerminals(db: Db, rows: readonly ReturnType<typeof toRow>[]): Promise<void> {
  const tariffs = rows.map(({ id }) => firstTariff(id, sandboxTariff));
  await inTx(
    db,
    async (tx) => {
      await tx.terminal.createMany({ data: [...rows] });
      await insertTariffs(tx, tariffs);
    },
    timeoutMs,
  );
}

/** Some thousands of prices take a second or two, and a first start may have to share its machine with a build. */
const timeoutMs = 120_000;

function toRow(
  vault: Vault,
  bankOrigin: string,
  id: string,
  partner: SandboxPartnerKey,
  terminal: SandboxTerminal,
) {
  const { limits, allowedFamilies, effectiveCounts, ...plain } = terminal;
  return {
    allowedFamilies: [...(allowedFamilies ?? cardFamilies)],
    effectiveCounts: [...(effectiveCounts ?? fullCounts)],
    ...plain,
    ...limits,
    ...{ id, partnerId: partnerId(partner), createdAt: systemClock.now() },
    account: sealAccount(vault, id, agreementOf(id, terminal.bank, bankOrigin)),
  };
}

/** The first account has shops of its own at the simulated banks; the others share the second ones. */
const agreementOf = (id: string, bank: SimulatedBank, bankOrigin: string): AccountText =>
  agreements[bank](id.startsWith(terminalPrefix("demo")) ? sandboxShop : otherShop, bankOrigin);
