"use client";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { terminalProviders } from "@/server/domain/terminals/terminal-inputs";
import { terminalList, terminalStates } from "@/server/domain/terminals/terminal-list";
import { Empty } from "../../ui/empty";
import type { ListColumn } from "../../ui/list/columns";
import { createdColumn } from "../../ui/list/common-columns";
import { List } from "../../ui/list/list";
import { cursorPaging, listReading } from "../../ui/list/list-pages";
import { RowLink } from "../../ui/list/row-link";
import { useListAddress } from "../../ui/list/use-list-address";
import { PageHead } from "../../ui/page-head";
import { useTRPC, useTRPCClient } from "../trpc";
import { TerminalState } from "./terminal-state";
import type { ListedTerminal } from "./terminal-types";

/** How often the first page is read again, in ms. */
const everyMs = () => 60_000;

/** The terminals of all merchants, the newest first. */
export function TerminalsScreen() {
  const t = useTranslations("staff.terminal");
  const { terminal } = useTRPC();
  const client = useTRPCClient();
  const address = useListAddress(terminalList);
  const { query } = address;
  const pages = useInfiniteQuery({ ...terminal.list.infiniteQueryOptions(query, cursorPaging), ...listReading });
  const banks = useQuery(terminal.banks.queryOptions());
  return (
    <>
      <PageHead title={t("title")} />
      <List
        name="terminals"
        caption={t("title")}
        address={address}
        filters={{
          state: {
            label: t("state"),
            options: terminalStates.map((value) => ({ value, label: t(`states.${value}`) })),
          },
          bank: {
            label: t("bank"),
            options: (banks.data?.banks ?? []).map(({ bank, name }) => ({ value: bank, label: name })),
          },
          provider: {
            label: t("provider"),
            options: terminalProviders.map((value) => ({ value, label: t(`providers.${value}`) })),
          },
          partner: {
            label: t("partner"),
            options: query.partner ? [{ value: query.partner, label: query.partner }] : [],
          },
        }}
        search={{ label: t("find"), placeholder: t("find"), hint: t("findHint") }}
        columns={useColumns()}
        pages={pages}
        live={{
          pagesKey: terminal.list.infiniteQueryKey(query),
          readFirst: () => client.terminal.list.query(query),
          everyMs,
        }}
        rowKey={({ terminalId }) => terminalId}
        empty={<Empty title={t("none")}>{t("noneHelp")}</Empty>}
      />
    </>
  );
}

function useColumns(): ListColumn<ListedTerminal>[] {
  const t = useTranslations("staff.terminal");
  return [
    {
      key: "name",
      head: t("name"),
      width: 12,
      grows: true,
      card: "title",
      title: ({ name }) => name,
      cell: ({ terminalId, name }) => (
        <RowLink href={`/staff/terminals/${terminalId}`}>
          <span className="truncate">{name}</span>
        </RowLink>
      ),
    },
    {
      key: "state",
      head: t("state"),
      width: 11,
      card: "value",
      cell: ({ state }) => <TerminalState state={state} />,
    },
    {
      key: "partner",
      head: t("partner"),
      width: 13,
      rank: 2,
      card: "note",
      title: ({ partnerName }) => partnerName,
      cell: ({ partnerName }) => partnerName,
    },
    {
      key: "bank",
      head: t("bank"),
      width: 12,
      rank: 3,
      card: "state",
      title: ({ bankName }) => bankName,
      cell: ({ bankName }) => bankName,
    },
    {
      key: "id",
      head: t("id"),
      width: 16,
      rank: 4,
      isExtra: true,
      title: ({ terminalId }) => terminalId,
      cell: ({ terminalId }) => <span className="font-mono text-xs">{terminalId}</span>,
    },
    createdColumn(t("created")),
  ];
}
