"use client";
import { useTranslations } from "use-intl/react";
import { displayAmount } from "@/server/domain/money";
import { StateBadge } from "../../panel/words/state-badge";
import { Amount } from "../../ui/amount";
import { Input } from "../../ui/controls";
import { DateTime, dateTimeText } from "../../ui/date-time";
import { useLanguage } from "../../ui/language";
import type { ListColumn } from "../../ui/list/columns";
import { dash } from "../../ui/list/common-columns";
import { MiddleText } from "../../ui/list/middle-text";
import { RowLink } from "../../ui/list/row-link";
import { State } from "../../ui/state";
import { TextLink } from "../../ui/text-link";
import { useMayAsStaff } from "../staff-shell";
import { findPayoutObstacle, isProposable } from "./payout-obstacle";
import type { ListedPayout } from "./payout-types";
import type { PayoutSelection } from "./use-payout-selection";

/** Returns the columns of the list of payouts; the first one ticks rows, for people who may propose payouts. */
export function usePayoutColumns(selection: PayoutSelection): ListColumn<ListedPayout>[] {
  const t = useTranslations("staff.payouts");
  const tick = useTickColumn(selection);
  const day = useDayColumn();
  const mayPropose = useMayAsStaff("payout.approve");
  return [
    ...(mayPropose ? [tick] : []),
    day,
    {
      key: "partner",
      head: t("partner"),
      width: 11,
      grows: true,
      card: "note",
      title: ({ partnerName }) => partnerName,
      cell: ({ partnerId, partnerName }) => (
        <TextLink href={`/staff/partners/${partnerId}`} className="max-w-full">
          <span className="truncate">{partnerName}</span>
        </TextLink>
      ),
    },
    { key: "status", head: t("status"), width: 11, card: "state", cell: (payout) => <ListedState payout={payout} /> },
    {
      key: "valueDate",
      head: t("valueDate"),
      width: 8,
      rank: 1,
      card: "line",
      cell: ({ valueDate }) => <DateTime at={valueDate} style="day" />,
    },
    {
      key: "iban",
      head: t("iban"),
      width: 9,
      rank: 3,
      card: "line",
      title: ({ ibanMasked }) => ibanMasked ?? undefined,
      cell: ({ ibanMasked }) =>
        ibanMasked === null ? (
          dash
        ) : (
          <span className="inline-flex max-w-full align-middle font-mono text-xs">
            <MiddleText text={ibanMasked} />
          </span>
        ),
    },
    { key: "lines", head: t("lines"), width: 5, align: "right", rank: 2, cell: ({ lineCount }) => lineCount },
    {
      key: "amount",
      head: t("amount"),
      width: 10,
      align: "right",
      card: "value",
      cell: ({ amountKurus }) => <Amount kurus={amountKurus} />,
    },
  ];
}

/** The day on which a payout was prepared, which is the link to it. */
function useDayColumn(): ListColumn<ListedPayout> {
  const t = useTranslations("staff.payouts");
  const language = useLanguage();
  return {
    key: "day",
    head: t("created"),
    width: 8,
    card: "title",
    cell: ({ payoutId, createdAt, partnerName, amountKurus }) => (
      <RowLink
        href={`/staff/payouts/${payoutId}`}
        aria-label={t("openPayout", {
          day: dateTimeText(createdAt, language, "day"),
          name: partnerName,
          amount: displayAmount(amountKurus, language),
        })}
      >
        <DateTime at={createdAt} style="day" />
      </RowLink>
    ),
  };
}

/** The box that ticks a payout, where it can be proposed. */
function useTickColumn({ ticked, tick }: PayoutSelection): ListColumn<ListedPayout> {
  const t = useTranslations("staff.payouts.select");
  const language = useLanguage();
  return {
    key: "tick",
    head: t("head"),
    isHeadHidden: true,
    width: 3,
    card: "action",
    cell: (payout) =>
      isProposable(payout) && (
        <label
          htmlFor={`tick-${payout.payoutId}`}
          className="inline-flex min-h-6 min-w-6 items-center gap-2 align-middle @max-xl:min-h-11"
        >
          <span aria-hidden="true" className="@xl:hidden">
            {t("one")}
          </span>
          <Input
            id={`tick-${payout.payoutId}`}
            type="checkbox"
            className="size-4 accent-accent"
            aria-label={t("oneOf", {
              name: payout.partnerName,
              amount: displayAmount(payout.amountKurus, language),
            })}
            checked={ticked.has(payout.payoutId)}
            onChange={({ currentTarget }) => tick([payout.payoutId], currentTarget.checked)}
          />
        </label>
      ),
  };
}

/** The state; for a prepared payout what stands against its proposal instead, because that has to be solved first. */
function ListedState({ payout }: { payout: ListedPayout }) {
  const t = useTranslations("staff.payouts");
  const obstacle = findPayoutObstacle(payout);
  if (obstacle) return <State tone={obstacle === "proposed" ? "info" : "warn"}>{t(`obstacles.${obstacle}`)}</State>;
  return <StateBadge kind="payout" value={payout.status} />;
}
