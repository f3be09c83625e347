import { readFile } from "node:fs/promises";
import type { ChainFault } from "@/server/domain/audit/chain";
import { formatHeads, parseHeads } from "@/server/domain/audit/heads";
import { AppError } from "@/server/domain/errors";
import { compareAuditHeads } from "@/server/usecases/audit/compare-audit-heads";
import { listHeads } from "@/server/usecases/audit/queries";
import { sealAudit } from "@/server/usecases/audit/seal-audit";
import { describeFinding } from "@/server/usecases/audit/shared/describe-finding";
import { type VerifiedLog, verifyAudit } from "@/server/usecases/audit/verify-audit";
import type { Ctx } from "@/server/usecases/ctx";
import type { AdminCommand } from "./command";

/** The commands about the audit logs of accounts and staff (S36). */
export const auditCommands: readonly AdminCommand[] = [
  {
    name: "audit verify",
    parameters: [],
    options: [{ name: "against", value: "FILE", isOptional: true }],
    help: "checks the chain of every audit log, and compares it with exported heads",
    async run(ctx, _, { against }) {
      const heads = against === undefined ? [] : await readHeads(against);
      const logs = await verifyAudit(ctx);
      const faults = [
        ...logs.flatMap(describeFault),
        ...(await compareAuditHeads(ctx, { heads })).map((finding) => `chain broken: ${describeFinding(finding)}`),
      ];
      if (faults.length > 0) throw new AppError("internal_error", faults.join("\n"));
      const compared = against === undefined ? [] : [`${heads.length} exported heads agree with the logs`];
      return [...logs.map(describeLog), ...compared, "chain ok"];
    },
  },
  {
    name: "audit heads",
    parameters: [],
    help: "prints the newest entry of each audit log, to keep it elsewhere for audit verify --against",
    run: async (ctx) =>
      formatHeads(await listHeads(ctx), ctx.clock.now())
        .trimEnd()
        .split("\n"),
  },
  {
    name: "audit seal",
    parameters: [],
    help: "ends the entries without a key, once after the upgrade that brought AUDIT_KEYS",
    run: seal,
  },
];

async function seal(ctx: Ctx): Promise<string[]> {
  const sealed = await sealAudit(ctx);
  if (sealed === 0) return ["Every audit log ends with an entry that has a key."];
  return [`Sealed ${sealed} audit ${sealed === 1 ? "log" : "logs"}.`];
}

async function readHeads(file: string) {
  const text = await readFile(file, "utf8").catch(() => {
    throw new AppError("validation_error", `The file ${file} cannot be read`);
  });
  return parseHeads(text);
}

const describeLog = ({ scope, count, head }: VerifiedLog): string =>
  `${scope}: ${count} ${count === 1n ? "entry" : "entries"}, head ${head}`;

function describeFault({ scope, brokenAt, why, count }: VerifiedLog): string[] {
  return why === null ? [] : [`chain broken: entry ${brokenAt} of ${scope} (${count} in total) ${reasons[why]}`];
}

const reasons: Readonly<Record<ChainFault, string>> = {
  does_not_follow: "does not follow from the entry before it",
  changed: "is not what was signed",
  key_missing: "was signed with a key that is not in AUDIT_KEYS",
  without_key: "has no key, and no seal covers it",
};
