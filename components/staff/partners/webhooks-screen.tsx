"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { deliveryList } from "@/server/domain/webhooks/delivery-list";
import { DeliveryList } from "../../panel/developers/delivery-list";
import { cursorPaging, listReading } from "../../ui/list/list-pages";
import { useListAddress } from "../../ui/list/use-list-address";
import { Section } from "../../ui/section";
import type { PartnerDetail } from "../partner-types";
import { SendTest } from "../send-test";
import { useMayAsStaff } from "../staff-shell";
import { useTRPC, useTRPCClient } from "../trpc";
import { PartnerFrame } from "./partner-frame";

/** A merchant's webhook deliveries. */
export function WebhooksScreen({ partnerId }: { partnerId: string }) {
  const mayTest = useMayAsStaff("webhook.test");
  return (
    <PartnerFrame partnerId={partnerId} actions={(partner) => mayTest && <SendTest partner={partner} />}>
      {(partner) => <Deliveries partner={partner} />}
    </PartnerFrame>
  );
}

/** How often the first page of deliveries is read again, in ms. */
const everyMs = 4_000;

/** The deliveries, newest first. */
function Deliveries({ partner: { partnerId, counts, webhookUrl } }: { partner: PartnerDetail }) {
  const t = useTranslations("staff");
  const trpc = useTRPC();
  const client = useTRPCClient();
  const address = useListAddress(deliveryList);
  const input = { ...address.query, partnerId };
  const pages = useInfiniteQuery({
    ...trpc.partner.deliveries.infiniteQueryOptions(input, cursorPaging),
    ...listReading,
  });
  return (
    <Section title={t("deliveries")}>
      <p className="mb-1 wrap-anywhere">
        <span className="text-ink-soft">{t("receiverAddress")}:</span> {webhookUrl ?? t("noAddress")}
      </p>
      <p className="mb-3 text-ink-soft">
        {t("counted", { all: counts.deliveries, failed: counts.failedDeliveries, pending: counts.pendingDeliveries })}
      </p>
      <DeliveryList
        address={address}
        pages={pages}
        live={{
          pagesKey: trpc.partner.deliveries.infiniteQueryKey(input),
          readFirst: () => client.partner.deliveries.query(input),
          everyMs: () => everyMs,
        }}
        toHref={(id) => `/staff/partners/${partnerId}/deliveries/${id}`}
      />
    </Section>
  );
}
