"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { staffPayoutList } from "@/server/domain/payouts/staff-payout-list";
import { payoutStates } from "@/server/domain/states";
import { useStateOptions } from "../../panel/words/use-state-options";
import { Empty } from "../../ui/empty";
import type { Option } from "../../ui/list/filter-texts";
import { List } from "../../ui/list/list";
import { cursorPaging, listReading } from "../../ui/list/list-pages";
import { useListAddress } from "../../ui/list/use-list-address";
import { useMayAsStaff } from "../staff-shell";
import { useTRPC, useTRPCClient } from "../trpc";
import type { ListedPayout } from "./payout-types";
import { PayoutsFrame } from "./payouts-frame";
import { SelectionBar } from "./selection-bar";
import { usePayoutColumns } from "./use-payout-columns";
import { usePayoutSelection } from "./use-payout-selection";

/** Loaded when it is opened, with the form library. */
const ProposeDialog = dynamic(async () => (await import("./propose-dialog")).ProposeDialog);

/** How often the first page is read again, in ms. */
const everyMs = () => 30_000;

/** The payouts of all merchants, the newest first; those that are prepared can be ticked and proposed together. */
export function PayoutsScreen() {
  const t = useTranslations("staff.payouts");
  const options = useStateOptions();
  const { payout } = useTRPC();
  const client = useTRPCClient();
  const address = useListAddress(staffPayoutList);
  const { query } = address;
  const pages = useInfiniteQuery({ ...payout.list.infiniteQueryOptions(query, cursorPaging), ...listReading });
  const rows = pages.data?.pages.flatMap(({ items }) => items) ?? [];
  const selection = usePayoutSelection(rows);
  const mayPropose = useMayAsStaff("payout.approve");
  // What was ticked when the dialog was opened: it stays the same while the list moves on behind the dialog.
  const [proposed, setProposed] = useState<readonly ListedPayout[] | null>(null);
  return (
    <PayoutsFrame>
      {mayPropose && <SelectionBar selection={selection} onPropose={() => setProposed(selection.chosen)} />}
      <List
        name="payouts"
        caption={t("caption")}
        address={address}
        filters={{
          status: { label: t("status"), options: options("payout", payoutStates) },
          created: { label: t("created") },
          partner: { label: t("partner"), options: toPartnerOptions(rows, query.partner) },
        }}
        columns={usePayoutColumns(selection)}
        pages={pages}
        live={{
          pagesKey: payout.list.infiniteQueryKey(query),
          readFirst: () => client.payout.list.query(query),
          everyMs,
        }}
        rowKey={({ payoutId }) => payoutId}
        empty={address.isNarrowed ? <Empty title={t("noneFound")} /> : <Empty title={t("none")}>{t("noneHelp")}</Empty>}
      />
      {proposed && <ProposeDialog payouts={proposed} onProposed={selection.clear} onClose={() => setProposed(null)} />}
    </PayoutsFrame>
  );
}

/** The accounts of the shown payouts, and the one that the address names. */
function toPartnerOptions(rows: readonly ListedPayout[], chosenId: string | null): Option[] {
  const names = new Map(rows.map(({ partnerId, partnerName }) => [partnerId, partnerName]));
  if (chosenId !== null && !names.has(chosenId)) names.set(chosenId, chosenId);
  return Array.from(names, ([value, label]) => ({ value, label }));
}
