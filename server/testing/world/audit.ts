import { createAuditKeys } from "@/server/domain/audit/chain";
import type { Ctx } from "@/server/usecases/ctx";

/** The keys of the audit logs of the test world. */
export const testAuditKeys = createAuditKeys([{ id: "audit", key: Buffer.alloc(32, 9) }]);

/** Creates the file of the exported heads, whose lines the test reads. */
export const recordHeads = (lines: string[]): Ctx["auditHeads"]["file"] => ({
  readNewest: async () => [...lines],
  append: async (text) => void lines.push(...text.trimEnd().split("\n")),
});
