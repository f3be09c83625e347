import type { Prisma } from "@/prisma/generated/client";
import type { CheckResult, ConnectionFacts, Diagnosis, Finding } from "@/server/domain/banks/diagnosis";
import type { Db } from "../db";

/** A diagnosis of a stored connection. */
export type StoredDiagnosis = Diagnosis & { readonly id: string; readonly connectionId: string };

export async function insertBankDiagnosis(db: Db, diagnosis: StoredDiagnosis): Promise<void> {
  const { findings, checks, facts, ...plain } = diagnosis;
  await db.prisma.bankDiagnosis.create({
    data: {
      ...plain,
      findings: findings as unknown as Prisma.InputJsonArray,
      checks: checks as unknown as Prisma.InputJsonArray,
      facts: facts as unknown as Prisma.InputJsonObject,
    },
  });
}

/** Finds the newest diagnosis of a connection; null where there is none. */
export async function findLatestDiagnosis(db: Db, connectionId: string): Promise<StoredDiagnosis | null> {
  const row = await db.prisma.bankDiagnosis.findFirst({
    where: { connectionId },
    orderBy: [{ at: "desc" }, { id: "desc" }],
  });
  if (row === null) return null;
  return {
    ...row,
    findings: row.findings as unknown as readonly Finding[],
    checks: row.checks as unknown as readonly CheckResult[],
    facts: row.facts as unknown as ConnectionFacts,
  };
}
