import { AppError } from "@/server/domain/errors";
import { type VerifiedLog, verifyAudit } from "@/server/usecases/people/verify-audit";
import type { AdminCommand } from "./command";

/** The audit logs of the accounts and of staff (S36). */
export const auditCommands: readonly AdminCommand[] = [
  {
    name: "audit verify",
    parameters: [],
    help: "goes through every audit log and says whether an entry was changed or taken out",
    async run(ctx) {
      const logs = await verifyAudit(ctx);
      const broken = logs.filter(({ brokenAt }) => brokenAt !== null);
      if (broken.length > 0) throw new AppError("internal_error", broken.map(breakOf).join("\n"));
      return [...logs.map(lineOf), "chain ok"];
    },
  },
];

const lineOf = ({ scope, count, head }: VerifiedLog): string =>
  `${scope}: ${count} ${count === 1n ? "entry" : "entries"}, head ${head}`;

const breakOf = ({ scope, brokenAt, count }: VerifiedLog): string =>
  `chain broken: entry ${brokenAt} of ${scope}, which has ${count}, does not follow from the one before it`;
