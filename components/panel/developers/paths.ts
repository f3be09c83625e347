import type { DeliverySubject } from "./delivery-row";

export const webhooksPath = "/panel/developers/webhooks";

/** Returns the path of a delivery's screen. */
export const toDeliveryPath = (deliveryId: string): string => `${webhooksPath}/${deliveryId}`;

const folders: Readonly<Record<DeliverySubject["kind"], string>> = {
  payment: "payments",
  link: "links",
  payout: "payouts",
};

/**
 * Returns the path of a delivery's subject. A payout batch has no screen of its own, so it leads to the list of
 * payouts.
 */
export const toSubjectPath = ({ kind, id }: DeliverySubject): string =>
  kind === "payout" ? "/panel/payouts" : `/panel/${folders[kind]}/${id}`;
