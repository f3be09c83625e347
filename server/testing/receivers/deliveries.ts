import { advanceClock } from "@/server/usecases/operations/advance-clock";
import { attemptDelivery } from "@/server/usecases/webhooks/attempt-delivery";
import { relayOutbox } from "@/server/usecases/webhooks/relay-outbox";
import { triggerWebhook } from "@/server/usecases/webhooks/trigger-webhook";
import type { TestWorld } from "../world/world";
import { answered } from "./scripted-receiver";

/** The steps of a delivery as a test takes them; the world is asked for late, since it is opened before the tests. */
export function deliveriesIn(world: () => TestWorld) {
  const partner = () => world().db.prisma.partner;

  const setUrl = (webhookUrl: string | null, id = "prt_ours") =>
    partner().update({ where: { id }, data: { webhookUrl } });

  return {
    setUrl,
    /** Nothing is on its way, both accounts have an address, and the receiver takes everything. */
    async clear() {
      const { prisma } = world().db;
      await prisma.webhookAttempt.deleteMany();
      await prisma.webhookDelivery.deleteMany();
      await prisma.outboxEvent.deleteMany();
      await setUrl("http://127.0.0.1:9/hook");
      await setUrl("http://127.0.0.1:9/other", "prt_other");
      world().receiver.sent.length = 0;
      world().receiver.answer(answered(200));
    },
    /** A delivery that waits for its first attempt. */
    async pending(partnerId = "prt_ours"): Promise<string> {
      const { deliveryId } = await triggerWebhook(world().ctx, { partnerId, type: "webhook.test" });
      await relayOutbox(world().ctx);
      return deliveryId ?? "";
    },
    rowOf: (id: string) =>
      world().db.prisma.webhookDelivery.findUniqueOrThrow({
        where: { id },
        include: { tries: { orderBy: { number: "asc" } } },
      }),
    attempt: (deliveryId: string) => attemptDelivery(world().ctx, { deliveryId }),
    advance: (ms: number) => advanceClock(world().ctx, { advanceSeconds: ms / 1000 }),
  };
}
