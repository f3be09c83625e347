import { createHash } from "node:crypto";
import { hashApiKey, newApiKey, toApiKeyPrefix } from "@/server/domain/accounts/api-key";
import { keyScopes } from "@/server/domain/accounts/key-rights";
import { days, plusMs } from "@/server/domain/clock";
import { exampleIban, maskIban } from "@/server/domain/iban";
import { cardFamilies } from "@/server/domain/pricing/installments";
import { agreements, type SimulatedBank } from "@/server/sandbox/accounts/agreements";
import { firstTariff, sandboxTariff } from "@/server/sandbox/accounts/terminals";
import { testCards } from "@/server/sandbox/bank/cards";
import { sandboxShop } from "@/server/sandbox/bank/records/shops";
import { insertTariffs } from "@/server/store/pricing/tariffs";
import { asPartnerId } from "@/server/store/tenant";
import { scriptedConnection } from "@/server/testing/world/world";
import { exchangeBankConnection } from "@/server/usecases/banks/exchange-bank-connection";
import type { Ctx } from "@/server/usecases/ctx";
import { ibanPurpose } from "@/server/usecases/partners/shared/iban";
import { webhookSecretPurpose } from "@/server/usecases/webhooks/shared/webhook-secret";

/** A merchant of the simulated world. */
export interface Merchant {
  readonly partnerId: string;
  readonly apiKey: string;
  readonly terminals: readonly SimTerminal[];
  /** The address that gets its webhooks. */
  readonly receiverUrl: string;
}

export interface SimTerminal {
  readonly id: string;
  readonly bank: SimulatedBank;
}

/** The public address of the simulated banks, at which nothing listens: the simulated network knows it. */
export const bankOrigin = "https://bank.sim.test";

const banks = Object.keys(agreements) as SimulatedBank[];

const names = ["one", "two"] as const;

/** The two members of staff who pay out. */
export const treasurers = { proposer: "usr_treasurer", approver: "usr_controller" } as const;

/** The user of a merchant who closes months. */
export const bookkeeperOf = (partnerId: string): string => `usr_bookkeeper_${partnerId}`;

/** The address that gets a merchant's webhooks. */
const receiverOf = (name: string): string => `https://${name}.shop.test/webhooks`;

/** The webhook secret of the merchant with this receiver. */
export const webhookSecretOf = (receiverUrl: string): string =>
  `whsec_${createHash("sha256").update(receiverUrl).digest("base64")}`;

/** Creates two merchants, each with a terminal at each simulated bank; the first one of each has limits. */
export async function createMerchants(ctx: Ctx): Promise<Merchant[]> {
  const merchants: Merchant[] = [];
  for (const name of names) merchants.push(await createMerchant(ctx, name));
  const bins = testCards.map(({ pan, brand, family, bank: issuer, scheme }) => ({
    bin: pan.slice(0, 6),
    brand,
    family,
    bank: issuer,
    scheme,
    commercial: false,
    confidence: "high",
  }));
  await ctx.db.prisma.binRange.createMany({ data: bins, skipDuplicates: true });
  await createTreasurers(ctx);
  return merchants;
}

async function createTreasurers(ctx: Ctx): Promise<void> {
  const since = plusMs(ctx.clock.now(), -days(30));
  await ctx.db.prisma.staffUser.createMany({
    data: Object.values(treasurers).map((id) => ({
      id,
      email: `${id}@sim.test`,
      passwordHash: "none",
      role: "admin",
      createdAt: since,
      emailProvedAt: since,
      totpSince: since,
    })),
  });
}

async function createMerchant(ctx: Ctx, name: string): Promise<Merchant> {
  const partnerId = `prt_${name}`;
  const createdAt = plusMs(ctx.clock.now(), -days(30));
  const receiverUrl = receiverOf(name);
  await ctx.db.prisma.partner.create({
    data: {
      id: partnerId,
      name: `Shop ${name}`,
      createdAt,
      webhookUrl: receiverUrl,
      webhookSecret: ctx.vault.seal(webhookSecretPurpose(partnerId), webhookSecretOf(receiverUrl)),
      payoutTerms: { create: {} },
      profile: {
        create: { iban: ctx.vault.seal(ibanPurpose(partnerId), exampleIban), ibanMasked: maskIban(exampleIban) },
      },
    },
  });
  const bookkeeper = { id: bookkeeperOf(partnerId), email: `${name}@sim.test`, passwordHash: "none", role: "finance" };
  await ctx.db.prisma.panelUser.create({ data: { ...bookkeeper, partnerId, createdAt } });
  const apiKey = newApiKey(ctx.random, "test");
  await ctx.db.prisma.apiKey.create({
    data: {
      id: `key_${name}`,
      partnerId: asPartnerId(partnerId),
      name: "k",
      prefix: toApiKeyPrefix(apiKey),
      keyHash: Uint8Array.from(hashApiKey(apiKey)),
      createdAt,
      scopes: [...keyScopes],
    },
  });
  const terminals = banks.map((bank) => ({ id: `trm_${name}_${bank}`, bank }));
  for (const [index, terminal] of terminals.entries()) await createTerminal(ctx, partnerId, terminal, index === 0);
  return { partnerId, apiKey, receiverUrl, terminals };
}

/** The limits of a merchant's first terminal, in kuruş: a few payments of a simulation reach the daily one. */
const limits = { limitPerTx: 200_000n, limitDaily: 200_000n };

async function createTerminal(ctx: Ctx, partnerId: string, { id, bank }: SimTerminal, isLimited: boolean) {
  const createdAt = plusMs(ctx.clock.now(), -days(30));
  await ctx.db.prisma.terminal.create({
    data: {
      id,
      partnerId: asPartnerId(partnerId),
      name: id,
      bank: "scripted",
      allowedFamilies: [...cardFamilies],
      effectiveCounts: [1, 3],
      createdAt,
      connections: { create: scriptedConnection(ctx.vault, id, createdAt) },
      ...(isLimited && limits),
    },
  });
  await insertTariffs(ctx.db.prisma, [firstTariff(id, sandboxTariff)]);
  await exchangeBankConnection(ctx, { terminalId: id, bank, account: agreements[bank](sandboxShop, bankOrigin) });
}
