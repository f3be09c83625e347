import { getSeverity } from "@/server/domain/alerts";
import type { Ctx } from "@/server/usecases/ctx";
import { listAlerts } from "@/server/usecases/operations/list-alerts";
import { type EncryptionKeyUse, listEncryptionKeys } from "@/server/usecases/operations/list-encryption-keys";
import { rotateEncryptionKeys } from "@/server/usecases/operations/rotate-encryption-keys";
import type { AdminCommand } from "./command";

export const alertCommands: readonly AdminCommand[] = [
  {
    name: "alerts",
    parameters: [],
    help: "lists the latest 50 alerts for staff that are not closed",
    run: (ctx) => describeAlerts(ctx, false),
  },
  {
    name: "alerts all",
    parameters: [],
    help: "lists the latest 50 alerts, also the closed ones",
    run: (ctx) => describeAlerts(ctx, true),
  },
];

async function describeAlerts(ctx: Ctx, withClosed: boolean): Promise<string[]> {
  const alerts = await listAlerts(ctx, { withClosed });
  if (alerts.length === 0) return [withClosed ? "There are no alerts." : "There are no open alerts."];
  const lines = alerts.map(({ kind, subject, detail, createdAt, closedAt }) => {
    const line = `${createdAt.toISOString()}  ${getSeverity(kind)}  ${kind}  ${subject}  ${detail}`;
    return closedAt ? `${line}  closed ${closedAt.toISOString()}` : line;
  });
  const entries = [...new Set(alerts.map(({ kind }) => `${kind}: docs/operations.md#${kind}`))];
  return [...lines, "", "What they mean and what to do:", ...entries];
}

/** The commands for the keys of ENCRYPTION_KEYS and the values that they have encrypted (S37). */
export const keysCommands: readonly AdminCommand[] = [
  {
    name: "keys status",
    parameters: [],
    help: "counts the encrypted values of each encryption key",
    run: describeKeys,
  },
  {
    name: "keys rotate",
    parameters: [],
    help: "encrypts everything again under the first key, which the running product must already have",
    async run(ctx) {
      const { keyId, resealed, unreadable } = await rotateEncryptionKeys(ctx);
      return [
        ...resealed.map(({ column, keyId: old, values }) => `${column}: ${values} from ${old} to ${keyId}`),
        ...unreadable.map(
          ({ column, keyId: old, values }) => `${column}: ${values} of ${old || "no key"} cannot be decrypted`,
        ),
        ...(await describeKeys(ctx)),
      ];
    },
  },
];

async function describeKeys(ctx: Ctx): Promise<string[]> {
  return (await listEncryptionKeys(ctx)).map(describe);
}

function describe({ keyId, role, values }: EncryptionKeyUse): string {
  const counts = Object.entries(values);
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  const perColumn = counts.map(([column, count]) => `${column} ${count}`).join(", ");
  const use = total === 0 ? "no values" : `${total} (${perColumn})`;
  const advice = total === 0 && role === "decrypts" ? ". It can be removed from ENCRYPTION_KEYS." : "";
  return `${keyId || "no key"}, ${roles[role]}: ${use}${advice}`;
}

const roles = {
  encrypts: "encrypts",
  decrypts: "only decrypts",
  missing: "not in ENCRYPTION_KEYS",
} as const satisfies Record<EncryptionKeyUse["role"], string>;
