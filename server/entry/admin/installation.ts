import { formatChecks } from "@/server/domain/operations/installation-check";
import { examineInstallation } from "@/server/usecases/operations/examine-installation";
import { type AdminCommand, NotPassed } from "./command";

/** The command that examines this installation, as each start in live mode does (D-326). */
export const installationCommands: readonly AdminCommand[] = [
  {
    name: "doctor",
    parameters: [],
    help: "examines this installation: keys, database, clock, proxies, Redis, Inngest, certificates, disk, mail",
    async run(ctx) {
      const checks = await examineInstallation(ctx, { withSurroundings: true });
      const lines = formatChecks(checks);
      if (checks.some(({ state }) => state === "failed")) throw new NotPassed(lines);
      return lines;
    },
  },
];
