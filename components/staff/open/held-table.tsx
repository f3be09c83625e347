"use client";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import type { AlertKind } from "@/server/domain/alerts";
import { Button } from "../../ui/button";
import { DateTime } from "../../ui/date-time";
import type { ListColumn } from "../../ui/list/columns";
import { CodeLink } from "../../ui/list/row-link";
import { ShortList } from "../../ui/list/short-list";
import type { StaffOutputs } from "../outputs";
import { useMayAsStaff } from "../staff-shell";

/** Loaded when it is opened, with the form library. */
const CorrectionDialog = dynamic(async () => (await import("./correction-dialog")).CorrectionDialog);

export type HeldPayment = StaffOutputs["open"]["list"]["held"][number];

/** The payments about which bank and books contradict each other, the longest held first. */
export function HeldTable({ held }: { held: readonly HeldPayment[] }) {
  const t = useTranslations("staff.open");
  const kinds = useTranslations("staff.alertKinds");
  const mayCorrect = useMayAsStaff("books.correct");
  const [correcting, setCorrecting] = useState<string | null>(null);
  const columns: ListColumn<HeldPayment>[] = [
    {
      key: "payment",
      head: t("payment"),
      width: 10,
      card: "title",
      cell: ({ paymentCode, partnerName }) => (
        <>
          <CodeLink href={`/staff/payments/${paymentCode}`} code={paymentCode} />
          <span className="block text-ink-soft">{partnerName}</span>
        </>
      ),
    },
    {
      key: "why",
      head: t("why"),
      width: 14,
      grows: true,
      card: "line",
      cell: ({ alerts }) =>
        alerts.map(({ kind, detail }) => (
          <div key={kind}>
            <p>{kinds(kind as AlertKind)}</p>
            <p lang="en" className="text-ink-soft">
              {detail}
            </p>
          </div>
        )),
    },
    {
      key: "since",
      head: t("heldSince"),
      width: 10,
      rank: 1,
      card: "line",
      cell: ({ heldSince }) => <DateTime at={heldSince} />,
    },
    {
      key: "act",
      head: t("act"),
      width: 10,
      card: "action",
      cell: ({ paymentCode }) =>
        mayCorrect ? <Button onClick={() => setCorrecting(paymentCode)}>{t("correct")}</Button> : "–",
    },
  ];
  return (
    <>
      <ShortList
        caption={t("held")}
        columns={columns}
        rows={held}
        rowKey={({ paymentCode }) => paymentCode}
        empty={<p className="text-ink-soft">{t("noHeld")}</p>}
      />
      {correcting && <CorrectionDialog paymentCode={correcting} isHeld onClose={() => setCorrecting(null)} />}
    </>
  );
}
