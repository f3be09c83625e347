import type { Ctx } from "@/server/usecases/ctx";
import { listAlerts } from "@/server/usecases/operations/list-alerts";
import { type EncryptionKeyUse, listEncryptionKeys } from "@/server/usecases/operations/list-encryption-keys";
import { rotateEncryptionKeys } from "@/server/usecases/operations/rotate-encryption-keys";
import type { AdminCommand } from "./command";

export const alertCommands: readonly AdminCommand[] = [
  {
    name: "alerts",
    parameters: [],
    help: "lists the latest 50 alerts for staff",
    async run(ctx) {
      const alerts = await listAlerts(ctx);
      if (alerts.length === 0) return ["There are no alerts."];
      return alerts.map(
        ({ kind, subject, detail, createdAt }) => `${createdAt.toISOString()}  ${kind}  ${subject}  ${detail}`,
      );
    },
  },
];

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
