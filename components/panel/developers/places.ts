import type { DeliverySubject } from "./delivery-table";

export const webhooksPlace = "/panel/developers/webhooks";

/** The page of a delivery. */
export const deliveryHref = (deliveryId: string): string => `${webhooksPlace}/${deliveryId}`;

const folders: Readonly<Record<DeliverySubject["kind"], string>> = {
  payment: "payments",
  link: "links",
  payout: "payouts",
};

/** The page of what a delivery is about; batches have theirs together. */
export const subjectHref = ({ kind, id }: DeliverySubject): string =>
  kind === "payout" ? "/panel/payouts" : `/panel/${folders[kind]}/${id}`;
