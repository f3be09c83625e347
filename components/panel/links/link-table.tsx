"use client";
import type { ReactNode } from "react";
import { Amount } from "../../ui/amount";
import { useWords } from "../../ui/language";
import { Moment } from "../../ui/moment";
import { type Column, Table } from "../../ui/table";
import { TextLink } from "../../ui/text-link";
import { StateOf } from "../words/state-of";
import { isOpen, type ListedLink } from "./link-type";
import { linksWords } from "./links-words";
import { TimeLeft } from "./time-left";

/** Links as rows. @param now by the product's clock, as it was when they were read */
export function LinkTable({
  links,
  now,
  empty,
}: {
  links: readonly ListedLink[] | undefined;
  now: Date | undefined;
  empty: ReactNode;
}) {
  const said = useWords(linksWords);
  const columns: Column<ListedLink>[] = [
    {
      key: "reference",
      head: said.reference,
      cell: ({ id, partnerReference }) => (
        <TextLink href={`/panel/links/${id}`} className="max-sm:min-w-11">
          {partnerReference.toString()}
        </TextLink>
      ),
    },
    {
      key: "state",
      head: said.state,
      cell: (link) => (
        <>
          <StateOf kind="link" value={link.status} />
          <span className="block text-ink-soft sm:hidden">
            <What link={link} />
          </span>
        </>
      ),
    },
    { key: "amount", head: said.amount, align: "right", cell: ({ amount }) => <Amount kurus={amount} /> },
    { key: "what", head: said.what, hiddenBelow: "sm", cell: (link) => <What link={link} /> },
    {
      key: "created",
      head: said.created,
      hiddenBelow: "lg",
      cell: ({ createdAt }) => <Moment at={createdAt} />,
    },
    {
      key: "opened",
      head: said.opened,
      hiddenBelow: "lg",
      cell: ({ firstOpenedAt }) =>
        firstOpenedAt ? (
          <Moment at={firstOpenedAt} />
        ) : (
          <span className="text-ink-soft">{said.notOpened}</span>
        ),
    },
    {
      key: "left",
      head: said.left,
      align: "right",
      hiddenBelow: "sm",
      cell: ({ status, expiresAt }) =>
        isOpen(status) && now ? <TimeLeft until={expiresAt} now={now} /> : "–",
    },
  ];
  return (
    <Table
      caption={said.caption}
      columns={columns}
      rows={links}
      keyOf={({ id }) => id}
      empty={empty}
      skeletonRows={10}
    />
  );
}

function What({ link: { description, payerName } }: { link: ListedLink }) {
  const parts = [description, payerName].filter((part) => part !== null && part.trim() !== "");
  if (parts.length === 0) return <span className="text-ink-soft">–</span>;
  return <span className="line-clamp-1 max-w-72 wrap-anywhere sm:line-clamp-2">{parts.join(" · ")}</span>;
}
