"use client";
import type { ReactNode } from "react";
import { DateTime } from "@/components/ui/date-time";
import { Amount } from "../../ui/amount";
import { useWords } from "../../ui/language";
import { type Column, Table } from "../../ui/table";
import { TextLink } from "../../ui/text-link";
import { StateBadge } from "../words/state-badge";
import { linkListWords } from "./link-list-words";
import { isOpen, type ListedLink } from "./link-types";
import { TimeLeft } from "./time-left";

/**
 * The table of payment links.
 * @param now the server's time at which the links were read
 */
export function LinkTable({
  links,
  now,
  empty,
}: {
  links: readonly ListedLink[] | undefined;
  now: Date | undefined;
  empty: ReactNode;
}) {
  const t = useWords(linkListWords);
  const columns: Column<ListedLink>[] = [
    {
      key: "reference",
      head: t.reference,
      cell: ({ id, partnerReference }) => (
        <TextLink href={`/panel/links/${id}`} className="max-sm:min-w-11">
          {partnerReference.toString()}
        </TextLink>
      ),
    },
    {
      key: "state",
      head: t.state,
      cell: (link) => (
        <>
          <StateBadge kind="link" value={link.status} />
          <span className="block text-ink-soft sm:hidden">
            <Purpose link={link} />
          </span>
        </>
      ),
    },
    { key: "amount", head: t.amount, align: "right", cell: ({ amount }) => <Amount kurus={amount} /> },
    { key: "what", head: t.what, hiddenBelow: "sm", cell: (link) => <Purpose link={link} /> },
    {
      key: "created",
      head: t.created,
      hiddenBelow: "lg",
      cell: ({ createdAt }) => <DateTime at={createdAt} />,
    },
    {
      key: "opened",
      head: t.opened,
      hiddenBelow: "lg",
      cell: ({ firstOpenedAt }) =>
        firstOpenedAt ? <DateTime at={firstOpenedAt} /> : <span className="text-ink-soft">{t.notOpened}</span>,
    },
    {
      key: "left",
      head: t.left,
      align: "right",
      hiddenBelow: "sm",
      cell: ({ status, expiresAt }) => (isOpen(status) && now ? <TimeLeft until={expiresAt} now={now} /> : "–"),
    },
  ];
  return (
    <Table caption={t.caption} columns={columns} rows={links} rowKey={({ id }) => id} empty={empty} skeletonRows={10} />
  );
}

/** The description and the payer's name. */
function Purpose({ link: { description, payerName } }: { link: ListedLink }) {
  const parts = [description, payerName].filter((part) => part !== null && part.trim() !== "");
  if (parts.length === 0) return <span className="text-ink-soft">–</span>;
  return <span className="line-clamp-1 max-w-72 wrap-anywhere sm:line-clamp-2">{parts.join(" · ")}</span>;
}
