"use client";
import { useTranslations } from "use-intl/react";
import { DateTime } from "@/components/ui/date-time";
import { linkTextNames } from "@/server/domain/links/link-texts";
import { Amount } from "../../ui/amount";
import { amountText } from "../../ui/amount-text";
import { type Fact, Facts } from "../../ui/facts";
import { useLanguage } from "../../ui/language";
import { Section } from "../../ui/section";
import { type Column, Table } from "../../ui/table";
import type { ShownLink } from "./link-types";

/** The data with which a link was created, and when it was opened. */
export function LinkFacts({ link, terminal }: { link: ShownLink; terminal: string | undefined }) {
  const t = useTranslations("panel.link");
  const language = useLanguage();
  const labels = useTranslations("panel.newLink.texts");
  const { redirectUrl, firstOpenedAt, lastOpenedAt } = link;
  const share = amountText(BigInt(link.customerCommissionShareBps), language).replace(/[.,]00$/, "");
  const counts = link.allowedInstallmentCounts
    ?.map((count) => (count === 1 ? t("single") : t("installments", { count })))
    .join(", ");
  const optional = (term: string, value: string | null): Fact[] => (value ? [{ term, value }] : []);
  return (
    <Section title={t("facts")}>
      <Facts
        facts={[
          ...linkTextNames.flatMap((name) => optional(labels(`${name}.label`), link[name])),
          { term: t("share"), value: t("percent", { share }) },
          { term: t("counts"), value: counts ?? t("allCounts") },
          { term: t("terminal"), value: terminal ?? "…" },
          ...optional(t("redirectUrl"), redirectUrl),
          { term: t("created"), value: <DateTime at={link.createdAt} /> },
          { term: t("opened"), value: firstOpenedAt ? <DateTime at={firstOpenedAt} /> : t("notOpened") },
          ...(lastOpenedAt && firstOpenedAt && lastOpenedAt > firstOpenedAt
            ? [{ term: t("lastOpened"), value: <DateTime at={lastOpenedAt} /> }]
            : []),
          { term: t("expires"), value: <DateTime at={link.expiresAt} /> },
          { term: t("linkId"), value: <span className="font-mono text-xs">{link.id}</span> },
        ]}
      />
    </Section>
  );
}

type Item = NonNullable<ShownLink["items"]>[number];

/** The display items in their order, with the total below. */
export function LinkItems({ items, amount }: { items: readonly Item[]; amount: bigint }) {
  const t = useTranslations("panel.link");
  const columns: Column<{ item: Item; index: number }>[] = [
    {
      key: "name",
      head: t("itemName"),
      cell: ({ item }) => <span className="wrap-anywhere">{item.name}</span>,
    },
    {
      key: "note",
      head: t("itemNote"),
      cell: ({ item }) => <span className="wrap-anywhere text-ink-soft">{item.note ?? "–"}</span>,
    },
    {
      key: "amount",
      head: t("itemAmount"),
      align: "right",
      cell: ({ item }) => <Amount kurus={item.amount} />,
    },
  ];
  return (
    <Section title={t("items")}>
      <Table
        caption={t("items")}
        columns={columns}
        rows={items.map((item, index) => ({ item, index }))}
        rowKey={({ index }) => String(index)}
        empty={null}
      />
      <p className="mt-2 px-3 text-right font-semibold">
        {t("total")}: <Amount kurus={amount} />
      </p>
    </Section>
  );
}
