import { readFileSync } from "node:fs";
import { hash } from "@node-rs/argon2";
import { parse } from "csv-parse/sync";
import { hashApiKey, prefixOf } from "@/server/domain/api-key";
import { systemClock } from "@/server/domain/clock";
import { type CardFamily, cardFamilies } from "@/server/domain/installments";
import { foreignBins, testCards } from "@/server/simulator/cards";
import { otherShop, sandboxShop } from "@/server/simulator/shops";
import { closeDb, createDb, type Db } from "@/server/store/db";
import { insertTariffs } from "@/server/store/tariffs";
import { createVault, type Vault, type VaultKey } from "@/server/store/vault";
import { sealAccount } from "@/server/usecases/bank-connection";
import { webhookSecretPurpose } from "@/server/usecases/webhook-secret";
import { currentWebhookSecrets } from "./current-webhook-secrets";
import { type SandboxPartner, type SandboxPartnerKey, sandboxPartners } from "./partners";
import { deriveSecrets, type SandboxSecrets } from "./secrets";
import {
  firstTariff,
  fullCounts,
  type SandboxTerminal,
  type SandboxTerminalKey,
  sandboxTariff,
  sandboxTerminals,
} from "./terminals";

export interface SandboxSettings {
  readonly databaseUrl: string;
  readonly apiOrigin: string;
  readonly panelOrigin: string;
  readonly payOrigin: string;
  readonly bankOrigin: string;
  readonly sandboxKey: string;
  readonly encryptionKeys: readonly VaultKey[];
}

export type SandboxFile = Awaited<ReturnType<typeof prepareSandbox>>;

/** Loads what is missing of the sandbox's data, mends what this version cannot use, and describes it all. */
export async function prepareSandbox(settings: SandboxSettings) {
  const db = createDb({ databaseUrl: settings.databaseUrl });
  try {
    const secrets = deriveSecrets(settings.sandboxKey);
    const vault = createVault(settings.encryptionKeys);
    await loadBins(db);
    await loadPartners(db, vault, secrets);
    await loadTerminals(db, vault, settings.bankOrigin);
    await loadUsers(db, secrets);
    const derived = new Map(partnerKeys.map((key) => [partnerId(key), secrets.webhookSecret(key)]));
    return describe(settings, secrets, await currentWebhookSecrets(db, vault, derived));
  } finally {
    await closeDb(db);
  }
}

const partnerKeys = Object.keys(sandboxPartners) as SandboxPartnerKey[];
const terminalKeys = Object.keys(sandboxTerminals) as SandboxTerminalKey[];
const partnerId = (key: SandboxPartnerKey) => `prt_${key}`;
const terminalPrefix = (partner: SandboxPartnerKey) => `trm_${partner}_`;
const terminalId = (partner: SandboxPartnerKey, key: SandboxTerminalKey) =>
  `${terminalPrefix(partner)}${key}`;
const keysPerPartner = [0, 1];

interface BinLine {
  bin: string;
  bank: string;
  brand: string;
  family: string;
  network: string;
  commercial: string;
  confidence: string;
}

/** The BIN table (attribution in NOTICE), and some foreign prefixes that it does not hold. */
async function loadBins(db: Db): Promise<void> {
  if ((await db.prisma.binRange.count()) > 0) return;
  const text = readFileSync(new URL("../../../prisma/seed/bins.csv", import.meta.url), "utf8");
  const lines = parse(text, { columns: true }) as BinLine[];
  const domestic = lines.map((line) => ({
    bin: line.bin,
    bank: line.bank,
    brand: line.brand || null,
    family: requireFamily(line.family),
    scheme: line.network,
    commercial: line.commercial === "1",
    confidence: line.confidence,
  }));
  const foreign = foreignBins.map(({ bin, bank, scheme }) => ({
    ...{ bin, bank, scheme, brand: null, family: "foreign" as const, commercial: false, confidence: "high" },
  }));
  await db.prisma.binRange.createMany({ data: [...domestic, ...foreign], skipDuplicates: true });
}

function requireFamily(text: string): CardFamily {
  const family = cardFamilies.find((known) => known === text);
  if (!family) throw new Error(`The BIN table names a card family that does not exist: ${text}`);
  return family;
}

async function loadPartners(db: Db, vault: Vault, secrets: SandboxSecrets): Promise<void> {
  const createdAt = systemClock.now();
  await db.prisma.partner.createMany({
    skipDuplicates: true,
    data: partnerKeys.map((key) => ({
      ...{ id: partnerId(key), name: sandboxPartners[key].name, createdAt },
      webhookSecret: vault.seal(webhookSecretPurpose(partnerId(key)), secrets.webhookSecret(key)),
      ...(sandboxPartners[key] as SandboxPartner).settings,
    })),
  });
  await db.prisma.apiKey.createMany({
    skipDuplicates: true,
    data: partnerKeys.flatMap((key) =>
      keysPerPartner.map((index) => {
        const apiKey = secrets.apiKey(key, index);
        const keyHash = Uint8Array.from(hashApiKey(apiKey));
        const id = `key_${prefixOf(apiKey)}`;
        return {
          id,
          partnerId: partnerId(key),
          name: `Sandbox ${index + 1}`,
          prefix: prefixOf(apiKey),
          keyHash,
          createdAt,
        };
      }),
    ),
  });
}

async function loadTerminals(db: Db, vault: Vault, bankOrigin: string): Promise<void> {
  const createdAt = systemClock.now();
  const wanted = partnerKeys.flatMap((partner) =>
    terminalKeys.map((key) => ({
      partner,
      id: terminalId(partner, key),
      terminal: sandboxTerminals[key] as SandboxTerminal,
    })),
  );
  const existing = new Set(
    (await db.prisma.terminal.findMany({ select: { id: true } })).map((row) => row.id),
  );
  const missing = wanted.filter(({ id }) => !existing.has(id));
  await db.prisma.terminal.createMany({
    data: missing.map(({ partner, id, terminal }) => {
      const { limits, allowedFamilies, effectiveCounts, ...plain } = terminal;
      return {
        ...{
          allowedFamilies: [...(allowedFamilies ?? cardFamilies)],
          effectiveCounts: [...(effectiveCounts ?? fullCounts)],
        },
        ...plain,
        ...limits,
        ...{ id, partnerId: partnerId(partner), createdAt, account: seal(vault, id, bankOrigin) },
      };
    }),
  });
  await insertTariffs(
    db.prisma,
    missing.map(({ id }) => firstTariff(id, sandboxTariff)),
  );
  await followBank(db, vault, bankOrigin, existing);
}

/** The first account has a shop of its own at the simulated bank; the others share the second. */
function seal(vault: Vault, id: string, bankOrigin: string) {
  const { nestpay } = id.startsWith(terminalPrefix("demo")) ? sandboxShop : otherShop;
  return sealAccount(vault, id, {
    merchantId: nestpay.clientId,
    terminalNo: nestpay.terminalNo,
    user: nestpay.apiUser,
    password: nestpay.apiPassword,
    storeKey: nestpay.storeKey,
    endpoints: { gate: `${bankOrigin}/nestpay/fim/est3Dgate`, api: `${bankOrigin}/nestpay/fim/api` },
  });
}

/** The simulated banks' address follows PORT; the terminals of an earlier start follow it. */
async function followBank(db: Db, vault: Vault, bankOrigin: string, existing: Set<string>): Promise<void> {
  const ids = partnerKeys.flatMap((partner) => terminalKeys.map((key) => terminalId(partner, key)));
  const accounts = ids
    .filter((id) => existing.has(id))
    .map((id) => ({ id, account: seal(vault, id, bankOrigin) }));
  await db.prisma.$transaction(
    accounts.map(({ id, account }) => db.prisma.terminal.update({ where: { id }, data: { account } })),
  );
}

async function loadUsers(db: Db, secrets: SandboxSecrets): Promise<void> {
  const createdAt = systemClock.now();
  if ((await db.prisma.staffUser.count()) > 0) return;
  for (const key of partnerKeys) {
    const { email, password, role } = userOf(key, secrets);
    const user = { id: `usr_${key}_owner`, partnerId: partnerId(key), email, role, createdAt };
    await db.prisma.panelUser.createMany({
      data: [{ ...user, passwordHash: await hash(password) }],
      skipDuplicates: true,
    });
  }
  const { email, password, role } = staffOf(secrets);
  const staff = { id: "usr_staff", email, role, createdAt, passwordHash: await hash(password) };
  await db.prisma.staffUser.createMany({ data: [staff], skipDuplicates: true });
}

const userOf = (key: SandboxPartnerKey, secrets: SandboxSecrets) => {
  const email = `owner@${key.toLowerCase()}.test`;
  return { email, password: secrets.password(email), role: "owner" };
};

const staffOf = (secrets: SandboxSecrets) => {
  const email = "staff@vezne.test";
  return { email, password: secrets.password(email), role: "admin" };
};

type WebhookSecretsById = ReadonlyMap<string, string>;

const describe = (
  settings: SandboxSettings,
  secrets: SandboxSecrets,
  webhookSecrets: WebhookSecretsById,
) => ({
  apiUrl: settings.apiOrigin,
  panelUrl: `${settings.panelOrigin}/panel`,
  payUrl: settings.payOrigin,
  bankUrl: settings.bankOrigin,
  databaseUrl: settings.databaseUrl,
  sandboxKey: settings.sandboxKey,
  otp: "123456",
  partners: Object.fromEntries(
    partnerKeys.map((key) => [key, describePartner(key, secrets, webhookSecrets)]),
  ),
  staff: [staffOf(secrets)],
  cards: testCards.map(({ scheme: _, ...card }) => card),
});

const describePartner = (
  key: SandboxPartnerKey,
  secrets: SandboxSecrets,
  webhookSecrets: WebhookSecretsById,
) => ({
  partnerId: partnerId(key),
  apiKeys: keysPerPartner.map((index) => secrets.apiKey(key, index)),
  webhookSecret: webhookSecrets.get(partnerId(key)) ?? "",
  users: [userOf(key, secrets)],
  terminals: Object.fromEntries(terminalKeys.map((name) => [name, terminalId(key, name)])),
});
