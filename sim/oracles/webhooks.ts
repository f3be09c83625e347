import { deliveryWindowMs, retryDelaysMs } from "@/server/domain/webhooks/delivery";
import type { Notice } from "../world/receivers";
import type { Oracle } from "./oracle";

interface Delivery {
  readonly id: string;
  readonly status: string;
  readonly type: string;
  /** The payment, link or payout that it is about; of a refund it is the payment. */
  readonly subject: string;
  /** The address of its merchant's receiver. */
  readonly url: string;
  /** Whether a delivery that was given up had all of its attempts, or would have had the next one after a day. */
  readonly isGivenUpInTime: boolean;
}

const interval = (ms: number): string => `interval '${ms} ms'`;
const window = interval(deliveryWindowMs);
const longestRetry = interval(Math.max(...retryDelaysMs));

/**
 * Every committed event has reached its own merchant's receiver, under one id and with the same bytes each time,
 * rightly signed. Only what the receiver refused, or did not take in all attempts of a day, may end without that.
 */
export const eventsDelivered: Oracle = {
  name: "events delivered",
  async find({ world }) {
    const { rows } = await world.control.query<Delivery>(
      `select d.id, d.status::text as status, d.type, coalesce(r.payment_id, d.resource_id) as subject,
              p.webhook_url as url, d.status = 'dropped' and d.finished_at + ${longestRetry} >= d.first_attempt_at + ${window}
              or d.status = 'exhausted' and d.scheduled_attempts = ${retryDelaysMs.length + 1} as "isGivenUpInTime"
         from webhook_delivery d join partner p on p.id = d.partner_id left join refund r on r.id = d.resource_id
        order by d.id`,
    );
    const { notices } = world.receivers;
    const known = new Set(rows.map(({ id }) => id));
    return [
      ...notices.filter(({ isGenuine }) => !isGenuine).map(({ deliveryId }) => `${deliveryId} is wrongly signed`),
      ...notices.filter(({ deliveryId }) => !known.has(deliveryId)).map(({ deliveryId }) => `${deliveryId} is unknown`),
      ...rows.flatMap((row) =>
        findFaults(
          row,
          notices.filter(({ deliveryId }) => deliveryId === row.id),
        ),
      ),
    ];
  },
};

/** Finds what is wrong with a delivery and the requests that its receiver got. */
function findFaults(
  { id, status, type, subject, url, isGivenUpInTime }: Delivery,
  notices: readonly Notice[],
): string[] {
  const bodies = [...new Set(notices.map(({ body }) => body))];
  const faults: string[] = [];
  if (bodies.length > 1) faults.push("was sent with different bytes");
  if (status === "delivered" && !notices.some(({ isTaken }) => isTaken)) faults.push("was never taken");
  if (status === "rejected" && !notices.some(({ fate }) => fate === "404")) faults.push("was never refused");
  if (["exhausted", "dropped"].includes(status) && !isGivenUpInTime) faults.push("was given up too early");
  if (notices.some((notice) => notice.url !== url)) faults.push("was sent to another address");
  if (bodies.some((body) => !isAbout(JSON.parse(body), type, subject))) faults.push(`is not ${type} of ${subject}`);
  return faults.map((fault) => `${id} (${status}) ${fault}`);
}

/** Whether a body is about what its delivery is about. */
const isAbout = (event: Readonly<Record<string, unknown>>, type: string, subject: string): boolean =>
  event.type === type && [event.paymentCode, event.paymentLinkId, event.payoutBatchId].includes(subject);
