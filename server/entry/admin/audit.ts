import { AppError } from "@/server/domain/errors";
import { type VerifiedLog, verifyAudit } from "@/server/usecases/people/verify-audit";
import type { AdminCommand } from "./command";

/** The command that verifies the audit logs of accounts and staff (S36). */
export const auditCommands: readonly AdminCommand[] = [
  {
    name: "audit verify",
    parameters: [],
    help: "checks the chain of every audit log and reports changed and removed entries",
    async run(ctx) {
      const logs = await verifyAudit(ctx);
      const broken = logs.filter(({ brokenAt }) => brokenAt !== null);
      if (broken.length > 0) throw new AppError("internal_error", broken.map(describeBreak).join("\n"));
      return [...logs.map(describeLog), "chain ok"];
    },
  },
];

const describeLog = ({ scope, count, head }: VerifiedLog): string =>
  `${scope}: ${count} ${count === 1n ? "entry" : "entries"}, head ${head}`;

const describeBreak = ({ scope, brokenAt, count }: VerifiedLog): string =>
  `chain broken: entry ${brokenAt} of ${scope} (${count} in total) does not follow from the entry before it`;
