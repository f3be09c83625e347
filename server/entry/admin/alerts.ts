import { listAlerts } from "@/server/usecases/operations/list-alerts";
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
