import { advanceClock } from "@/server/usecases/operations/advance-clock";
import { attemptDelivery } from "@/server/usecases/webhooks/attempt-delivery";
import { relayOutbox } from "@/server/usecases/webhooks/relay-outbox";
import { triggerWebhook } from "@/server/usecases/webhooks/trigger-webhook";
import type { TestWorld } from "../world/world";
import { answered } from "./scripted-receiver";

/**
 * Creates the steps of a webhook delivery for tests.
 * @param world returns the world; it is a function because the helpers are created before the world is opened
 */
export function createDeliveryHelpers(world: () => TestWorld) {
  const partner = () => world().db.prisma.partner;

  const setUrl = (webhookUrl: string | null, id = "prt_ours") =>
    partner().update({ where: { id }, data: { webhookUrl } });

  return {
    setUrl,
    /** Deletes all deliveries, sets the addresses of both accounts, and makes the receiver accept everything. */
    async reset() {
      const { prisma } = world().db;
      await prisma.webhookAttempt.deleteMany();
      await prisma.webhookDelivery.deleteMany();
      await prisma.outboxEvent.deleteMany();
      await setUrl("http://127.0.0.1:9/hook");
      await setUrl("http://127.0.0.1:9/other", "prt_other");
      world().receiver.sent.length = 0;
      world().receiver.answer(answered(200));
    },
    /** Creates a delivery that waits for its first attempt, and returns its id. */
    async createPending(partnerId = "prt_ours"): Promise<string> {
      const { deliveryId } = await triggerWebhook(world().ctx, { partnerId, type: "webhook.test" });
      await relayOutbox(world().ctx);
      return deliveryId ?? "";
    },
    getRow: (id: string) =>
      world().db.prisma.webhookDelivery.findUniqueOrThrow({
        where: { id },
        include: { tries: { orderBy: { number: "asc" } } },
      }),
    attempt: (deliveryId: string) => attemptDelivery(world().ctx, { deliveryId }),
    advance: (ms: number) => advanceClock(world().ctx, { advanceSeconds: ms / 1000 }),
  };
}
