import type { Inngest } from "inngest";
import type { Ctx } from "@/server/usecases/ctx";
import { deliverWebhookFunction } from "./deliver-webhook";
import { expireLinksFunction } from "./expire-links";
import { expirePaymentsFunction } from "./expire-payments";
import { fireDueFunction } from "./fire-due";
import { inquireUnknownFunction } from "./inquire-unknown";
import { relayOutboxFunction } from "./relay-outbox";
import { resendDeliveriesFunction } from "./resend-deliveries";

/** Every function of the product. */
export const createFunctions = (client: Inngest, ctx: Ctx, onTick: () => void) => [
  relayOutboxFunction(client, ctx),
  deliverWebhookFunction(client, ctx),
  resendDeliveriesFunction(client, ctx),
  inquireUnknownFunction(client, ctx),
  expirePaymentsFunction(client, ctx),
  expireLinksFunction(client, ctx),
  fireDueFunction(client, ctx, onTick),
];
