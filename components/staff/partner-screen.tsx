"use client";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { deliveryList } from "@/server/domain/webhooks/delivery-list";
import { DeliveryList } from "../panel/developers/delivery-list";
import { DateTime } from "../ui/date-time";
import { Empty } from "../ui/empty";
import { Facts } from "../ui/facts";
import { FailureNotice } from "../ui/failure";
import { cursorPaging, listReading } from "../ui/list/list-pages";
import { useListAddress } from "../ui/list/use-list-address";
import { PageHead } from "../ui/page-head";
import { readFailure } from "../ui/read-failure";
import { Section } from "../ui/section";
import { Skeleton } from "../ui/skeleton";
import { PartnerState } from "./partner-state";
import type { PartnerDetail } from "./partner-types";
import { SendTest } from "./send-test";
import { useMayAsStaff } from "./staff-shell";
import { useTRPC, useTRPCClient } from "./trpc";
import { ViewAsMerchant } from "./viewing/view-as-merchant";

/** One merchant: its permissions, its webhook URL and its webhook deliveries. */
export function PartnerScreen({ partnerId }: { partnerId: string }) {
  const t = useTranslations("staff");
  const partner = useQuery(useTRPC().partner.get.queryOptions({ partnerId }));
  const mayTest = useMayAsStaff("webhook.test");
  const isMissing = readFailure(partner.error).code === "not_found";
  return (
    <>
      <PageHead
        back={{ href: "/staff", label: t("partners") }}
        title={partner.data?.name ?? partnerId}
        actions={
          partner.data && (
            <>
              <ViewAsMerchant partner={partner.data} />
              {mayTest && <SendTest partner={partner.data} />}
            </>
          )
        }
      >
        <span className="font-mono text-xs wrap-anywhere">{partnerId}</span>
      </PageHead>
      {isMissing && <Empty title={t("missing")} />}
      {partner.isError && !isMissing && <FailureNotice error={partner.error} onRetry={() => partner.refetch()} />}
      {partner.isPending && <Skeleton className="h-96 w-full" />}
      {partner.data && (
        <>
          <Account partner={partner.data} />
          <PartnerDeliveries partner={partner.data} />
        </>
      )}
    </>
  );
}

function Account({ partner }: { partner: PartnerDetail }) {
  const t = useTranslations("staff");
  const { counts, heldSince, holdReason } = partner;
  return (
    <Section title={t("account")}>
      <Facts
        facts={[
          { term: t("status"), value: <PartnerState status={partner.status} isHeld={false} /> },
          { term: t("acceptance"), value: partner.acceptanceHeld ? t("held") : t("accepts") },
          ...(heldSince ? [{ term: t("since"), value: <DateTime at={heldSince} /> }] : []),
          ...(partner.acceptanceHeld && holdReason ? [{ term: t("reason"), value: t(`reasons.${holdReason}`) }] : []),
          { term: t("links"), value: partner.paymentLinksEnabled ? t("on") : t("off") },
          {
            term: t("address"),
            value: <span className="font-mono text-xs wrap-anywhere">{partner.webhookUrl ?? t("noAddress")}</span>,
          },
          { term: t("terminals"), value: t("ofTerminals", { active: counts.activeTerminals, all: counts.terminals }) },
          { term: t("users"), value: counts.users },
          { term: t("apiKeys"), value: counts.apiKeys },
          {
            term: t("lastPayment"),
            value: counts.lastPaymentAt ? <DateTime at={counts.lastPaymentAt} /> : t("never"),
          },
          { term: t("created"), value: <DateTime at={partner.createdAt} style="day" /> },
        ]}
      />
    </Section>
  );
}

/** How often the first page of deliveries is read again, in ms. */
const everyMs = 4_000;

/** A merchant's webhook deliveries, newest first. */
function PartnerDeliveries({ partner: { partnerId, counts } }: { partner: PartnerDetail }) {
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
