import { listAlerts } from "@/server/usecases/operations/list-alerts";
import type { AdminCommand } from "./command";

export const alertCommands: readonly AdminCommand[] = [
  {
    name: "alerts",
    parameters: [],
    help: "lists what a person has to look at, the latest 50",
    async run(ctx) {
      const alerts = await listAlerts(ctx);
      if (alerts.length === 0) return ["Nobody has had to look at anything."];
      return alerts.map(
        ({ kind, subject, detail, createdAt }) =>
          `${createdAt.toISOString()}  ${kind}  ${subject}  ${detail}`,
      );
    },
  },
];
