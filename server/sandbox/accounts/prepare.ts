import { hash } from "@node-rs/argon2";
import { hashApiKey, toApiKeyPrefix } from "@/server/domain/accounts/api-key";
import { keyScopes } from "@/server/domain/accounts/key-rights";
import { days, plusMs, systemClock } from "@/server/domain/clock";
import { type PanelRole, panelRoles } from "@/server/domain/people/access";
import { systemRandom } from "@/server/domain/random";
import { closeDb, createDb, type Db } from "@/server/store/db";
import { createVault, type Vault, type VaultKey } from "@/server/store/vault";
import { totpPurpose } from "@/server/usecases/people/shared/second-factor";
import { webhookSecretPurpose } from "@/server/usecases/webhooks/shared/webhook-secret";
import { testCards } from "../bank/cards";
import { setupFaultNames } from "../bank/setup-faults/setup-faults";
import { currentWebhookSecrets } from "./current-webhook-secrets";
import { loadBins } from "./load-bins";
import { loadTerminals, terminalId, terminalKeys } from "./load-terminals";
import { partnerId, partnerKeys, type SandboxPartner, type SandboxPartnerKey, sandboxPartners } from "./partners";
import { deriveSecrets, type SandboxSecrets } from "./secrets";
import { endSetupFaults } from "./setup-faults";
import { describeStaff, loadStaff, staffKeys } from "./staff";

export interface SandboxSettings {
  /** The address of an owner of the database. */
  readonly databaseUrl: string;
  /**
   * The address with which the product itself works; the same as the other one where the sandbox has a given database.
   */
  readonly applicationDatabaseUrl: string;
  readonly apiOrigin: string;
  readonly panelOrigin: string;
  readonly payOrigin: string;
  readonly bankOrigin: string;
  readonly sandboxKey: string;
  readonly encryptionKeys: readonly VaultKey[];
}

export type SandboxFile = Awaited<ReturnType<typeof prepareSandbox>>;

/** Loads missing sandbox data, repairs data that this version cannot use, and returns the content of `sandbox.json`. */
export async function prepareSandbox(settings: SandboxSettings) {
  const db = createDb({ databaseUrl: settings.databaseUrl });
  try {
    const secrets = deriveSecrets(settings.sandboxKey);
    const vault = createVault(systemRandom, settings.encryptionKeys);
    await loadBins(db);
    await loadPartners(db, vault, secrets);
    await endSetupFaults(db, vault, settings.bankOrigin);
    await loadTerminals(db, vault, settings.bankOrigin);
    await loadUsers(db, vault, secrets);
    await loadStaff(db, vault, secrets);
    const derived = new Map(partnerKeys.map((key) => [partnerId(key), secrets.webhookSecret(key)]));
    return describe(settings, secrets, await currentWebhookSecrets(db, vault, derived));
  } finally {
    await closeDb(db);
  }
}

const keysPerPartner = [0, 1];

async function loadPartners(db: Db, vault: Vault, secrets: SandboxSecrets): Promise<void> {
  const createdAt = systemClock.now();
  await db.prisma.partner.createMany({
    skipDuplicates: true,
    data: partnerKeys.map((key) => ({
      id: partnerId(key),
      name: sandboxPartners[key].name,
      createdAt,
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
        const id = `key_${toApiKeyPrefix(apiKey)}`;
        return {
          id,
          partnerId: partnerId(key),
          name: `Sandbox ${index + 1}`,
          prefix: toApiKeyPrefix(apiKey),
          keyHash,
          createdAt,
          scopes: [...keyScopes],
        };
      }),
    ),
  });
}

/**
 * Adds the missing users, who count as members of 30 days with a proved address and an authenticator app (D-67), and
 * makes those so that an older version has added. Others are not changed, so a changed password or app remains.
 */
async function loadUsers(db: Db, vault: Vault, secrets: SandboxSecrets): Promise<void> {
  const since = plusMs(systemClock.now(), -days(30));
  const known = await db.prisma.panelUser.findMany({ select: { id: true, emailProvedAt: true, totpSince: true } });
  for (const key of partnerKeys) {
    for (const role of panelRoles) {
      const id = `usr_${key}_${role}`;
      const { email, password, totpSecret } = describeUser(key, role, secrets);
      const proved = {
        createdAt: since,
        emailProvedAt: since,
        totpSecret: vault.seal(totpPurpose(id), totpSecret),
        totpSince: since,
        codeAtSignIn: false,
      };
      const found = known.find((user) => user.id === id);
      if (!found) {
        const passwordHash = await hash(password);
        const user = { id, email, role, partnerId: partnerId(key), passwordHash };
        await db.prisma.panelUser.createMany({ data: [{ ...user, ...proved }], skipDuplicates: true });
      } else if (!found.emailProvedAt && !found.totpSince) {
        await db.prisma.panelUser.updateMany({ where: { id, emailProvedAt: null, totpSince: null }, data: proved });
      }
    }
  }
}

const describeUser = (key: SandboxPartnerKey, role: PanelRole, secrets: SandboxSecrets) => {
  const email = `${role}@${key.toLowerCase()}.test`;
  return { email, password: secrets.password(email), role, totpSecret: secrets.totpSecret(email) };
};

type WebhookSecretsById = ReadonlyMap<string, string>;

const describe = (settings: SandboxSettings, secrets: SandboxSecrets, webhookSecrets: WebhookSecretsById) => ({
  apiUrl: settings.apiOrigin,
  panelUrl: `${settings.panelOrigin}/panel`,
  payUrl: settings.payOrigin,
  bankUrl: settings.bankOrigin,
  databaseUrl: settings.databaseUrl,
  applicationDatabaseUrl: settings.applicationDatabaseUrl,
  sandboxKey: settings.sandboxKey,
  otp: "123456",
  partners: Object.fromEntries(partnerKeys.map((key) => [key, describePartner(key, secrets, webhookSecrets)])),
  staff: staffKeys.map((key) => describeStaff(key, secrets)),
  cards: testCards.map(({ scheme: _, ...card }) => card),
  setupFaults: setupFaultNames,
});

const describePartner = (key: SandboxPartnerKey, secrets: SandboxSecrets, webhookSecrets: WebhookSecretsById) => ({
  partnerId: partnerId(key),
  apiKeys: keysPerPartner.map((index) => secrets.apiKey(key, index)),
  webhookSecret: webhookSecrets.get(partnerId(key)) ?? "",
  users: panelRoles.map((role) => describeUser(key, role, secrets)),
  terminals: Object.fromEntries(terminalKeys.map((name) => [name, terminalId(key, name)])),
});
