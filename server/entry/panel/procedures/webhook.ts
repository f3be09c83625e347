import { router } from "../door";
import { webhookDeliveryProcedures } from "./webhook-deliveries";
import { webhookSettingProcedures } from "./webhook-settings";

/** An account's webhooks: where they go, what signs them, and what became of each. */
export const webhookRouter = router({ ...webhookSettingProcedures, ...webhookDeliveryProcedures });
