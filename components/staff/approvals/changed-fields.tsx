"use client";
import { useTranslations } from "use-intl/react";
import type { Catalogues } from "@/messages/catalogues";
import type { ChangedField } from "@/server/domain/approvals/change-list";
import { Empty } from "../../ui/empty";
import { ShortList } from "../../ui/list/short-list";

/** The values of a change before and after it. */
export function ChangedFields({ fields }: { fields: readonly ChangedField[] }) {
  const t = useTranslations("staff.approvals");
  // A field without a text, such as a cell of a tariff, is its own label.
  const toLabel = ({ field }: ChangedField): string => {
    const known = field as keyof Catalogues["staff"]["approvals"]["fields"];
    return t.has(`fields.${known}`) ? t(`fields.${known}`) : field;
  };
  const show = (value: string | null) =>
    value === null ? (
      <span className="text-ink-soft">{t("nothing")}</span>
    ) : (
      <span className="wrap-anywhere">{value}</span>
    );
  return (
    <ShortList
      caption={t("what")}
      rows={fields}
      rowKey={({ field }) => field}
      empty={<Empty title={t("unchanged")} />}
      columns={[
        { key: "field", head: t("field"), width: 12, card: "title", title: toLabel, cell: toLabel },
        { key: "before", head: t("before"), width: 14, card: "line", cell: ({ before }) => show(before) },
        { key: "after", head: t("after"), width: 14, grows: true, card: "line", cell: ({ after }) => show(after) },
      ]}
    />
  );
}
