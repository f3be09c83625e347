"use client";
import { useTranslations } from "use-intl/react";
import { DateTime } from "@/components/ui/date-time";
import type { ListColumn } from "../../ui/list/columns";
import { amountColumn, createdColumn, dash } from "../../ui/list/common-columns";
import { RowLink } from "../../ui/list/row-link";
import { StateBadge } from "../words/state-badge";
import { isOpen, type ListedLink } from "./link-types";
import { TimeLeft } from "./time-left";

/**
 * Returns the columns of the list of payment links.
 * @param now the server's time at which the links were read
 */
export function useLinkColumns(now: Date | undefined): ListColumn<ListedLink>[] {
  const t = useTranslations("panel.linkList");
  const text = (value: string | null) => value?.trim() || undefined;
  const texts: ListColumn<ListedLink>[] = [
    {
      key: "description",
      head: t("description"),
      width: 9,
      grows: true,
      card: "note",
      title: ({ description }) => text(description),
      cell: ({ description }) => text(description) ?? dash,
    },
    {
      key: "payer",
      head: t("payer"),
      width: 10,
      rank: 3,
      title: ({ payerName }) => text(payerName),
      cell: ({ payerName }) => text(payerName) ?? dash,
    },
  ];
  const times: ListColumn<ListedLink>[] = [
    {
      key: "left",
      head: t("left"),
      width: 8,
      rank: 2,
      cell: ({ status, expiresAt }) => (isOpen(status) && now ? <TimeLeft until={expiresAt} now={now} /> : dash),
    },
    {
      key: "opened",
      head: t("opened"),
      width: 10,
      rank: 4,
      cell: ({ firstOpenedAt }) =>
        firstOpenedAt ? <DateTime at={firstOpenedAt} /> : <span className="text-ink-soft">{t("notOpened")}</span>,
    },
    {
      key: "expires",
      head: t("expires"),
      width: 10,
      rank: 5,
      isExtra: true,
      cell: ({ expiresAt }) => <DateTime at={expiresAt} />,
    },
  ];
  return [
    { key: "reference", head: t("reference"), width: 4, card: "title", cell: (link) => <Reference link={link} /> },
    amountColumn(t("amount")),
    {
      key: "state",
      head: t("state"),
      width: 9,
      card: "state",
      cell: ({ status }) => <StateBadge kind="link" value={status} />,
    },
    ...texts,
    ...times,
    createdColumn(t("created")),
  ];
}

const Reference = ({ link: { id, partnerReference } }: { link: ListedLink }) => (
  <RowLink href={`/panel/links/${id}`}>{partnerReference.toString()}</RowLink>
);
