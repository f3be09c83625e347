"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { DateTime, dateTimeText } from "@/components/ui/date-time";
import { payoutList, shownPayoutStates } from "@/server/domain/payouts/payout-list";
import { Amount } from "../../ui/amount";
import { Empty } from "../../ui/empty";
import { useLanguage } from "../../ui/language";
import type { ListColumn } from "../../ui/list/columns";
import { List } from "../../ui/list/list";
import { cursorPaging, listReading } from "../../ui/list/list-pages";
import { RowLink } from "../../ui/list/row-link";
import { useListAddress } from "../../ui/list/use-list-address";
import { PageHead } from "../../ui/page-head";
import { Section } from "../../ui/section";
import { ExportLinks } from "../export-links";
import type { PanelOutputs } from "../outputs";
import { useMay } from "../role";
import { useTRPC, useTRPCClient } from "../trpc";
import { StateBadge } from "../words/state-badge";
import { useStateOptions } from "../words/use-state-options";
import { CalendarSection } from "./calendar-section";
import { DueSection } from "./due-section";

type Payout = PanelOutputs["payout"]["list"]["items"][number];

/** The amounts due to the account and the payouts made so far. */
export function PayoutsScreen() {
  const t = useTranslations("panel.payouts");
  const mayExport = useMay("payout.export");
  return (
    <>
      <PageHead title={t("title")} actions={mayExport && <ExportLinks path="/panel/export/settlements" />}>
        <p className="max-w-prose">{t("intro")}</p>
      </PageHead>
      <CalendarSection />
      <DueSection />
      <Payouts />
    </>
  );
}

/** How often the first page is read again while a payout is on its way, and otherwise, in ms. */
const [openMs, idleMs] = [15_000, 60_000];

function Payouts() {
  const t = useTranslations("panel.payouts");
  const trpc = useTRPC();
  const client = useTRPCClient();
  const options = useStateOptions();
  const address = useListAddress(payoutList);
  const { query, isNarrowed } = address;
  const pages = useInfiniteQuery({ ...trpc.payout.list.infiniteQueryOptions(query, cursorPaging), ...listReading });
  return (
    <Section title={t("payouts")}>
      <List
        name="payouts"
        caption={t("payoutsCaption")}
        address={address}
        filters={{
          status: { label: t("state"), options: options("payout", shownPayoutStates) },
          created: { label: t("created") },
        }}
        columns={usePayoutColumns()}
        pages={pages}
        live={{
          pagesKey: trpc.payout.list.infiniteQueryKey(query),
          readFirst: () => client.payout.list.query(query),
          everyMs: (rows) => (rows.some(({ endedAt }) => endedAt === null) ? openMs : idleMs),
        }}
        rowKey={({ id }) => id}
        empty={
          <Empty title={isNarrowed ? t("noMatchTitle") : t("noPayoutsTitle")}>
            {isNarrowed ? t("noMatch") : t("noPayouts")}
          </Empty>
        }
        hidesBarWhenEmpty
      />
    </Section>
  );
}

function usePayoutColumns(): ListColumn<Payout>[] {
  const t = useTranslations("panel.payouts");
  const language = useLanguage();
  return [
    {
      key: "valueDate",
      head: t("valueDate"),
      width: 7,
      grows: true,
      card: "title",
      cell: ({ id, valueDate }) => (
        <RowLink
          href={`/panel/payouts/${id}`}
          aria-label={t("open", { day: dateTimeText(valueDate, language, "day") })}
        >
          <DateTime at={valueDate} style="day" />
        </RowLink>
      ),
    },
    {
      key: "state",
      head: t("state"),
      width: 11,
      card: "state",
      cell: ({ status }) => <StateBadge kind="payout" value={status} />,
    },
    { key: "iban", head: t("iban"), width: 16, rank: 3, cell: ({ ibanMasked }) => ibanMasked ?? "–" },
    {
      key: "bankReference",
      head: t("bankReference"),
      width: 12,
      rank: 1,
      card: "note",
      cell: ({ bankReference }) => bankReference ?? "–",
      title: ({ bankReference }) => bankReference ?? undefined,
    },
    { key: "lines", head: t("count"), width: 7, align: "right", rank: 2, cell: ({ lineCount }) => lineCount },
    // All columns do not fit the widest list, and the day of the payout is the one that people look for.
    {
      key: "created",
      head: t("created"),
      width: 10,
      rank: 4,
      isExtra: true,
      cell: ({ createdAt }) => <DateTime at={createdAt} />,
    },
    {
      key: "amount",
      head: t("amount"),
      align: "right",
      width: 10,
      card: "value",
      cell: ({ amountKurus }) => <Amount kurus={amountKurus} />,
    },
  ];
}
