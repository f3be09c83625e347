"use client";
import { useTranslations } from "use-intl/react";
import { Amount } from "../../ui/amount";
import { dateTimeText } from "../../ui/date-time";
import { useLanguage } from "../../ui/language";
import type { ListColumn } from "../../ui/list/columns";
import { ShortList } from "../../ui/list/short-list";
import { Section } from "../../ui/section";
import { TextLink } from "../../ui/text-link";
import type { Chargeback } from "./chargeback-types";

type Movement = Chargeback["settlements"][number];

interface ChargebackMoneyProps {
  readonly settlements: readonly Movement[];
  /** The path below which the surface has its payouts, such as `/panel/payouts`. */
  readonly payoutsHref: string;
  /** Returns the path of a due day; absent where the surface has no screen of a day. */
  toDayHref?(dueAt: Date): string;
}

/** Where the money of a chargeback is: the payout that took or returned it, or the day on which one does. */
export function ChargebackMoney({ settlements, ...paths }: ChargebackMoneyProps) {
  const t = useTranslations("shared.chargeback.money");
  const columns: ListColumn<Movement>[] = [
    {
      key: "movement",
      head: t("movement"),
      width: 8,
      card: "title",
      cell: ({ amountKurus }) => t(amountKurus < 0n ? "taken" : "returned"),
    },
    {
      key: "amount",
      head: t("amount"),
      width: 9,
      align: "right",
      card: "value",
      cell: ({ amountKurus }) => <Amount kurus={amountKurus} />,
    },
    {
      key: "place",
      head: t("place"),
      width: 14,
      grows: true,
      card: "line",
      cell: (movement) => <Place movement={movement} {...paths} />,
    },
  ];
  return (
    <Section title={t("title")}>
      <ShortList
        caption={t("caption")}
        columns={columns}
        rows={settlements}
        rowKey={({ amountKurus }) => String(amountKurus)}
        empty={<p className="max-w-prose text-ink-soft">{t("none")}</p>}
      />
    </Section>
  );
}

function Place({
  movement: { payoutId, dueAt },
  payoutsHref,
  toDayHref,
}: { movement: Movement } & Omit<ChargebackMoneyProps, "settlements">) {
  const t = useTranslations("shared.chargeback.money");
  const due = t("due", { day: dateTimeText(dueAt, useLanguage(), "day") });
  const href = payoutId === null ? toDayHref?.(dueAt) : `${payoutsHref}/${payoutId}`;
  if (href === undefined) return due;
  return (
    <TextLink isInText href={href}>
      {payoutId === null ? due : t("payout")}
    </TextLink>
  );
}
