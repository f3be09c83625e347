import type { AlertState } from "@/server/domain/alerts";
import type { AlertRow } from "@/server/store/alerts";

/** An alert as staff see it. Instants in UTC. */
export interface AlertView extends Omit<AlertRow, "id"> {
  readonly alertId: string;
  readonly state: AlertState;
}

export const toAlertView = ({ id: alertId, ...alert }: AlertRow): AlertView => ({
  ...alert,
  alertId,
  state: alert.closedAt ? "closed" : alert.acknowledgedAt ? "acknowledged" : "open",
});
