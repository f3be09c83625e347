import { describeRole } from "@/server/domain/database-role";
import { describeUnusableKeys } from "@/server/domain/encryption-keys";
import { examineInstallation } from "@/server/usecases/operations/examine-installation";
import { type AdminCommand, NotPassed } from "./command";

/** The command that examines the settings of this installation, as the start does, without starting it. */
export const installationCommands: readonly AdminCommand[] = [
  {
    name: "doctor",
    parameters: [],
    help: "examines the database role and the keys of this installation",
    async run(ctx) {
      const { role, unsealedLogs, unusableKeys } = await examineInstallation(ctx);
      const findings = [
        ...(role.powers.length > 0 ? [`${describeRole(role)} Make roles with: npm run admin -- database roles`] : []),
        ...(unsealedLogs > 0
          ? [`${unsealedLogs} audit logs end with entries from before AUDIT_KEYS. Run: npm run admin -- audit seal`]
          : []),
        ...describeUnusableKeys(unusableKeys),
      ];
      if (findings.length > 0) throw new NotPassed(findings);
      return [describeRole(role), "The audit logs are keyed.", "The encryption keys open what is stored."];
    },
  },
];
