import { hash } from "@node-rs/argon2";
import { days, plusMs, systemClock } from "@/server/domain/clock";
import type { Db } from "@/server/store/db";
import type { Vault } from "@/server/store/vault";
import { totpPurpose } from "@/server/usecases/people/shared/second-factor";
import type { SandboxSecrets } from "./secrets";

/** The seeded people of staff. They count as members of 30 days with a proved address (D-67). */
const sandboxStaff = {
  staff: { email: "staff@vezne.test", role: "admin" },
  second: { email: "second@vezne.test", role: "admin" },
  operations: { email: "operations@vezne.test", role: "operations" },
  support: { email: "support@vezne.test", role: "support" },
  auditor: { email: "auditor@vezne.test", role: "auditor" },
} as const;

export const staffKeys = Object.keys(sandboxStaff) as (keyof typeof sandboxStaff)[];

/** Returns the entry of `sandbox.json` for one of the seeded people of staff. */
export const describeStaff = (key: keyof typeof sandboxStaff, secrets: SandboxSecrets) => {
  const { email, role } = sandboxStaff[key];
  return { email, password: secrets.password(email), role, totpSecret: secrets.totpSecret(email) };
};

const toId = (key: keyof typeof sandboxStaff): string => (key === "staff" ? "usr_staff" : `usr_staff_${key}`);

/**
 * Adds the missing people of staff, and gives an authenticator app to those that an older version has added. Others are
 * not changed, so a changed password or app remains.
 */
export async function loadStaff(db: Db, vault: Vault, secrets: SandboxSecrets): Promise<void> {
  const since = plusMs(systemClock.now(), -days(30));
  const known = await db.prisma.staffUser.findMany({ select: { id: true, email: true } });
  for (const key of staffKeys) {
    const id = toId(key);
    const { email, role, password, totpSecret } = describeStaff(key, secrets);
    const proved = {
      createdAt: since,
      emailProvedAt: since,
      totpSecret: vault.seal(totpPurpose(id), totpSecret),
      totpSince: since,
      codeAtSignIn: false,
    };
    if (!known.some((user) => user.id === id || user.email === email)) {
      await db.prisma.staffUser.createMany({
        data: [{ id, email, role, passwordHash: await hash(password), ...proved }],
        skipDuplicates: true,
      });
    }
    await db.prisma.staffUser.updateMany({ where: { id, emailProvedAt: null, totpSince: null }, data: proved });
  }
}
