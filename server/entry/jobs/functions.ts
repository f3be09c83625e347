import type { Inngest } from "inngest";
import type { Ctx } from "@/server/usecases/ctx";
import { deliverWebhookFunction } from "./deliver-webhook-function";
import { expireLinksFunction } from "./expire-links-function";
import { expirePaymentsFunction } from "./expire-payments-function";
import { fireDueFunction } from "./fire-due-function";
import { inquireUnknownFunction } from "./inquire-unknown-function";
import { relayOutboxFunction } from "./relay-outbox-function";
import { resendDeliveriesFunction } from "./resend-deliveries-function";

/** Creates every background function of the product. */
export const createFunctions = (client: Inngest, ctx: Ctx, onTick: () => void) => [
  relayOutboxFunction(client, ctx),
  deliverWebhookFunction(client, ctx),
  resendDeliveriesFunction(client, ctx),
  inquireUnknownFunction(client, ctx),
  expirePaymentsFunction(client, ctx),
  expireLinksFunction(client, ctx),
  fireDueFunction(client, ctx, onTick),
];
