import type { Mutant } from "../mutant";

const deliveries = "server/store/webhooks/deliveries.ts";
const outbox = "server/store/webhooks/outbox.ts";
const attempt = "server/usecases/webhooks/shared/delivery-attempt.ts";
const steps = "server/domain/webhooks/delivery.ts";

/** Sabotages of webhooks: the outbox, its relay, and the claims and attempts of deliveries. */
export const webhookMutants: readonly Mutant[] = [
  {
    name: "webhook-goes-to-another-shop",
    what: "A webhook is sent to the address of another merchant, rightly signed.",
    edits: [
      {
        file: deliveries,
        find: 'p.webhook_url as "webhookUrl"',
        replace: '(select max(webhook_url) from partner) as "webhookUrl"',
      },
    ],
  },
  {
    name: "webhook-is-given-up-at-once",
    what: "A webhook that was not taken is not sent again, so the shop never hears of its payment.",
    edits: [
      {
        file: steps,
        find: 'if (delayMs === undefined) return { status: "exhausted", nextAttemptAt: null };',
        replace: 'if (delayMs === undefined || number >= 1) return { status: "exhausted", nextAttemptAt: null };',
      },
    ],
  },
  {
    name: "delivery-claimed-for-ever",
    what: "The claim of a delivery has no end, so a webhook is lost with the process that was sending it.",
    edits: [
      {
        file: deliveries,
        find: "set next_attempt_at = $3\n             from partner p",
        replace: "set next_attempt_at = nullif($3::timestamptz, $3::timestamptz)\n             from partner p",
      },
    ],
  },
  {
    name: "delivery-claimed-by-two",
    what: "Two processes send one webhook at the same time, and the one that fails takes a delivered webhook back.",
    edits: [
      {
        file: deliveries,
        find: "where d.id = any($1) and d.next_attempt_at <= $2 and p.id",
        replace: "where d.id = any($1) and $2::timestamptz is not null and d.status = 'pending' and p.id",
      },
      {
        file: deliveries,
        find: 'status = case when d.status::text = any(leads_from) then g.status::"DeliveryStatus" else d.status end,',
        replace: 'status = g.status::"DeliveryStatus",',
      },
      {
        file: deliveries,
        find: `next_attempt_at = case when d.status::text = any(leads_from) then g.next_attempt_at
                                   else d.next_attempt_at end,`,
        replace: "next_attempt_at = g.next_attempt_at,",
      },
      {
        file: deliveries,
        find: "finished_at = case when d.status::text <> all(leads_from) then finished_at\n                               when",
        replace: "finished_at = case when",
      },
    ],
  },
  {
    name: "unanswered-webhook-is-delivered",
    what: "A webhook that the receiver did not answer in time counts as delivered, so the shop may never get it.",
    edits: [
      {
        file: steps,
        find: 'if (result.errorClass === null) return { status: "delivered", nextAttemptAt: null };',
        replace: `if (result.errorClass === null || result.errorClass === "timeout") {
    return { status: "delivered", nextAttemptAt: null };
  }`,
      },
    ],
  },
  {
    name: "delivered-before-it-is-sent",
    what: "A webhook counts as delivered before it is sent, so a crash or a receiver that fails loses it.",
    edits: [
      {
        file: attempt,
        find: "  const attempt = await postDelivery(ctx, delivery);",
        replace: `  const sent = { where: { id: deliveryId }, data: { status: "delivered", nextAttemptAt: null } } as const;
  await ctx.db.prisma.webhookDelivery.update(sent);
  const attempt = await postDelivery(ctx, delivery);`,
      },
    ],
  },
  {
    name: "retry-is-not-planned",
    what: "A webhook that failed once is never sent again, so the shop waits for it for ever.",
    edits: [
      {
        file: steps,
        find: ': { status: "pending", nextAttemptAt };',
        replace: ': { status: "pending", nextAttemptAt: null };',
      },
    ],
  },
  {
    name: "relay-marks-before-it-delivers",
    what: "The relay marks its events in a transaction of its own, so a crash before the deliveries exist loses them.",
    edits: [
      {
        file: outbox,
        find: "order by created_at, id limit ${countMax} for update skip locked`;",
        replace: "order by created_at, id limit ${countMax}`;",
      },
      {
        file: outbox,
        find: "    await insertDeliveries(tx, events, now);",
        replace: `    const marked = { where: { id: { in: events.map(({ id }) => id) } }, data: { relayedAt: now } };
    await db.prisma.outboxEvent.updateMany(marked);
    await insertDeliveries(tx, events, now);`,
      },
    ],
  },
  {
    name: "two-relays-take-one-event",
    what: "Two relays take the same event, and the second one fails and with it the events that it took besides.",
    edits: [
      {
        file: outbox,
        find: "order by created_at, id limit ${countMax} for update skip locked`;",
        replace: "order by created_at, id limit ${countMax}`;",
      },
      {
        file: outbox,
        find: "as d(id, partner_id, type, resource_type, resource_id, body, occurred_at, created_at, trace_parent)\n    on conflict do nothing`;",
        replace:
          "as d(id, partner_id, type, resource_type, resource_id, body, occurred_at, created_at, trace_parent)`;",
      },
    ],
  },
  {
    name: "each-attempt-has-its-own-id",
    what: "Each attempt of a webhook has another id, so a shop whose answer was lost takes it for a second event.",
    edits: [
      {
        file: attempt,
        find: "deliveryId: delivery.id,",
        replace:
          "deliveryId: delivery.scheduledAttempts === 0 ? delivery.id : `${delivery.id}_${delivery.scheduledAttempts}`,",
      },
    ],
  },
];
