"use client";
import { Amount } from "../../ui/amount";
import { amountText } from "../../ui/amount-text";
import { type Fact, Facts } from "../../ui/facts";
import { useLanguage, useWords } from "../../ui/language";
import { Moment } from "../../ui/moment";
import { Section } from "../../ui/section";
import { type Column, Table } from "../../ui/table";
import type { ShownLink } from "./link-type";
import { linkWords } from "./link-words";

/** What a link was created with, and when it was opened. */
export function LinkFacts({ link, terminal }: { link: ShownLink; terminal: string | undefined }) {
  const said = useWords(linkWords);
  const language = useLanguage();
  const { description, payerName, redirectUrl, firstOpenedAt, lastOpenedAt } = link;
  const share = amountText(BigInt(link.customerCommissionShareBps), language).replace(/[.,]00$/, "");
  const counts = link.allowedInstallmentCounts
    ?.map((count) => (count === 1 ? said.single : said.installments(count)))
    .join(", ");
  const optional = (term: string, value: string | null): Fact[] => (value ? [{ term, value }] : []);
  return (
    <Section title={said.facts}>
      <Facts
        facts={[
          ...optional(said.description, description),
          ...optional(said.payerName, payerName),
          { term: said.share, value: said.percent(share) },
          { term: said.counts, value: counts ?? said.allCounts },
          { term: said.terminal, value: terminal ?? "…" },
          ...optional(said.redirectUrl, redirectUrl),
          { term: said.created, value: <Moment at={link.createdAt} /> },
          { term: said.opened, value: firstOpenedAt ? <Moment at={firstOpenedAt} /> : said.notOpened },
          ...(lastOpenedAt && firstOpenedAt && lastOpenedAt > firstOpenedAt
            ? [{ term: said.lastOpened, value: <Moment at={lastOpenedAt} /> }]
            : []),
          { term: said.expires, value: <Moment at={link.expiresAt} /> },
          { term: said.linkId, value: <span className="font-mono text-xs">{link.id}</span> },
        ]}
      />
    </Section>
  );
}

type Item = NonNullable<ShownLink["items"]>[number];

/** The display items, in their order, above what they come to. */
export function LinkItems({ items, amount }: { items: readonly Item[]; amount: bigint }) {
  const said = useWords(linkWords);
  const columns: Column<{ item: Item; place: number }>[] = [
    {
      key: "name",
      head: said.itemName,
      cell: ({ item }) => <span className="wrap-anywhere">{item.name}</span>,
    },
    {
      key: "note",
      head: said.itemNote,
      cell: ({ item }) => <span className="wrap-anywhere text-ink-soft">{item.note ?? "–"}</span>,
    },
    {
      key: "amount",
      head: said.itemAmount,
      align: "right",
      cell: ({ item }) => <Amount kurus={item.amount} />,
    },
  ];
  return (
    <Section title={said.items}>
      <Table
        caption={said.items}
        columns={columns}
        rows={items.map((item, place) => ({ item, place }))}
        keyOf={({ place }) => String(place)}
        empty={null}
      />
      <p className="mt-2 px-3 text-right font-semibold">
        {said.total}: <Amount kurus={amount} />
      </p>
    </Section>
  );
}
