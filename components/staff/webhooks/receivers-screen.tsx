"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "use-intl/react";
import { receiverList, receiverScopes } from "@/server/domain/webhooks/receiver-list";
import { outcomeText } from "../../panel/developers/delivery-words";
import { ButtonLink } from "../../ui/button";
import { DateTime } from "../../ui/date-time";
import { Empty } from "../../ui/empty";
import type { ListColumn } from "../../ui/list/columns";
import { dash } from "../../ui/list/common-columns";
import { List } from "../../ui/list/list";
import { cursorPaging, listReading } from "../../ui/list/list-pages";
import { RowLink } from "../../ui/list/row-link";
import { useListAddress } from "../../ui/list/use-list-address";
import { PageHead } from "../../ui/page-head";
import { useMayAsStaff } from "../staff-shell";
import { useTRPC } from "../trpc";
import type { Receiver } from "./receiver-types";
import { ResendButton, ResendResult, useResendFailed } from "./resend-failed";

/** The receivers of webhooks of all merchants, those first that fail. */
export function ReceiversScreen() {
  const t = useTranslations("staff.webhooks");
  const { webhook } = useTRPC();
  const address = useListAddress(receiverList);
  const pages = useInfiniteQuery({
    ...webhook.receivers.infiniteQueryOptions(address.query, cursorPaging),
    ...listReading,
  });
  const resend = useResendFailed();
  return (
    <>
      <PageHead title={t("title")}>{t("intro")}</PageHead>
      <ResendResult resend={resend} receivers={pages.data?.pages.flatMap(({ items }) => items) ?? []} />
      <List
        name="receivers"
        caption={t("caption")}
        address={address}
        filters={{
          scope: {
            label: t("scope"),
            options: receiverScopes.map((value) => ({ value, label: t(`scopes.${value}`) })),
          },
        }}
        search={{ label: t("search"), placeholder: t("search") }}
        columns={useReceiverColumns(resend)}
        pages={pages}
        rowKey={({ partnerId }) => partnerId}
        empty={<NoReceivers isSearched={address.query.search !== null} isWhole={address.query.scope === "all"} />}
      />
    </>
  );
}

function NoReceivers({ isSearched, isWhole }: { isSearched: boolean; isWhole: boolean }) {
  const t = useTranslations("staff.webhooks");
  if (isWhole && !isSearched) return <Empty title={t("noReceivers")}>{t("noReceiversHelp")}</Empty>;
  return (
    <Empty
      title={t(isSearched ? "noneFound" : "none")}
      action={<ButtonLink href="/staff/webhooks?scope=all">{t("showAll")}</ButtonLink>}
    >
      {t(isSearched ? "noneFoundHelp" : "noneHelp")}
    </Empty>
  );
}

function useReceiverColumns(resend: ReturnType<typeof useResendFailed>): ListColumn<Receiver>[] {
  const t = useTranslations("staff.webhooks");
  const words = useTranslations("shared.delivery");
  const format = useFormatter();
  const mayResend = useMayAsStaff("webhook.resend");
  const lastResult = ({ lastFailedAt, statusCode, errorClass }: Receiver) =>
    lastFailedAt === null ? undefined : outcomeText({ statusCode, errorClass }, words);
  return [
    {
      key: "name",
      head: t("partner"),
      width: 12,
      grows: true,
      card: "title",
      title: ({ name }) => name,
      cell: ({ partnerId, name }) => (
        <RowLink href={`/staff/partners/${partnerId}/webhooks`}>
          <span className="truncate">{name}</span>
        </RowLink>
      ),
    },
    {
      key: "failedDay",
      head: t("failedDay"),
      width: 9,
      align: "right",
      rank: 2,
      card: "line",
      cell: ({ failedDay }) => format.number(failedDay),
    },
    {
      key: "failedWeek",
      head: t("failedWeek"),
      width: 9,
      align: "right",
      card: "line",
      cell: ({ failedWeek }) => format.number(failedWeek),
    },
    {
      key: "waiting",
      head: t("waiting"),
      width: 7,
      align: "right",
      rank: 4,
      card: "line",
      cell: ({ waiting }) => format.number(waiting),
    },
    {
      key: "last",
      head: t("lastError"),
      width: 12,
      rank: 3,
      card: "line",
      title: lastResult,
      cell: (row) => lastResult(row) ?? dash,
    },
    {
      key: "delivered",
      head: t("lastDelivered"),
      width: 10,
      rank: 1,
      card: "line",
      cell: ({ lastDeliveredAt }) => (lastDeliveredAt ? <DateTime at={lastDeliveredAt} /> : t("never")),
    },
    {
      key: "act",
      head: t("act"),
      width: 9,
      card: "action",
      cell: (row) =>
        mayResend && row.failedWeek > 0 && row.url !== null ? <ResendButton resend={resend} receiver={row} /> : dash,
    },
  ];
}
