"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { acceptances, partnerList, partnerStates } from "@/server/domain/accounts/partner-list";
import { ButtonLink } from "../ui/button";
import { Empty } from "../ui/empty";
import type { ListColumn } from "../ui/list/columns";
import { List } from "../ui/list/list";
import { cursorPaging, listReading } from "../ui/list/list-pages";
import { RowLink } from "../ui/list/row-link";
import { useListAddress } from "../ui/list/use-list-address";
import { PageHead } from "../ui/page-head";
import { FirstSteps } from "./first-steps";
import { PartnerState } from "./partner-state";
import type { FoundPartner } from "./partner-types";
import { useMayAsStaff } from "./staff-shell";
import { useTRPC, useTRPCClient } from "./trpc";

/** How often the first page is read again, in ms. */
const everyMs = () => 60_000;

/** Finds a merchant by any identifier that staff have. */
export function PartnersScreen() {
  const t = useTranslations("staff");
  const mayWrite = useMayAsStaff("partner.write");
  const { partner } = useTRPC();
  const client = useTRPCClient();
  const address = useListAddress(partnerList);
  const { query } = address;
  const pages = useInfiniteQuery({ ...partner.find.infiniteQueryOptions(query, cursorPaging), ...listReading });
  return (
    <>
      <PageHead
        title={t("partners")}
        actions={
          mayWrite && (
            <ButtonLink tone="primary" href="/staff/partners/new">
              {t("merchant.create.title")}
            </ButtonLink>
          )
        }
      />
      <FirstSteps />
      <List
        name="partners"
        caption={t("found")}
        address={address}
        filters={{
          status: {
            label: t("status"),
            options: partnerStates.map((value) => ({ value, label: t(`statuses.${value}`) })),
          },
          acceptance: {
            label: t("acceptance"),
            options: acceptances.map((value) => ({ value, label: t(`acceptances.${value}`) })),
          },
        }}
        search={{ label: t("findLabel"), placeholder: t("findLabel"), hint: t("findHint") }}
        columns={usePartnerColumns()}
        pages={pages}
        live={{
          pagesKey: partner.find.infiniteQueryKey(query),
          readFirst: () => client.partner.find.query(query),
          everyMs,
        }}
        rowKey={({ partnerId }) => partnerId}
        empty={address.isNarrowed ? <Empty title={t("none")}>{t("noneHelp")}</Empty> : <Empty title={t("noneYet")} />}
      />
    </>
  );
}

function usePartnerColumns(): ListColumn<FoundPartner>[] {
  const t = useTranslations("staff");
  return [
    {
      key: "name",
      head: t("name"),
      width: 12,
      grows: true,
      card: "title",
      title: ({ name }) => name,
      cell: ({ partnerId, name }) => (
        <RowLink href={`/staff/partners/${partnerId}`}>
          <span className="truncate">{name}</span>
        </RowLink>
      ),
    },
    {
      key: "status",
      head: t("status"),
      width: 14,
      card: "value",
      cell: ({ status, acceptanceHeld }) => <PartnerState status={status} isHeld={acceptanceHeld} />,
    },
    {
      key: "id",
      head: t("id"),
      width: 16,
      rank: 1,
      card: "state",
      title: ({ partnerId }) => partnerId,
      cell: ({ partnerId }) => <span className="font-mono text-xs">{partnerId}</span>,
    },
    {
      key: "foundBy",
      head: t("foundBy"),
      width: 9,
      rank: 2,
      card: "time",
      cell: ({ foundBy }) => t(`clues.${foundBy}`),
    },
  ];
}
