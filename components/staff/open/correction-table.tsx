"use client";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { displayAmount } from "@/server/domain/money";
import { Button } from "../../ui/button";
import { DateTime } from "../../ui/date-time";
import { useLanguage } from "../../ui/language";
import type { ListColumn } from "../../ui/list/columns";
import { CodeLink } from "../../ui/list/row-link";
import { ShortList } from "../../ui/list/short-list";
import { useMayAsStaff } from "../staff-shell";
import type { WaitingCorrection } from "./correction-types";

/** Loaded when it is opened, with the form library. */
const DecisionDialog = dynamic(async () => (await import("./decision-dialog")).DecisionDialog);

/** The corrections of the books that wait for a second person, the oldest first. */
export function CorrectionTable({ corrections }: { corrections: readonly WaitingCorrection[] }) {
  const t = useTranslations("staff.open");
  const correction = useTranslations("staff.correction");
  const language = useLanguage();
  const mayDecide = useMayAsStaff("books.correct");
  const [deciding, setDeciding] = useState<string | null>(null);
  const decided = corrections.find(({ correctionId }) => correctionId === deciding);
  const columns: ListColumn<WaitingCorrection>[] = [
    {
      key: "what",
      head: t("what"),
      width: 14,
      grows: true,
      card: "title",
      cell: ({ kind, amount, reason }) => (
        <>
          {correction(`kinds.${kind}`)} {amount > 0n && displayAmount(amount, language)}
          <span className="block text-ink-soft">{reason}</span>
        </>
      ),
    },
    {
      key: "payment",
      head: t("payment"),
      width: 9,
      rank: 1,
      card: "line",
      cell: ({ paymentCode }) => <CodeLink href={`/staff/payments/${paymentCode}`} code={paymentCode} />,
    },
    {
      key: "by",
      head: t("proposedBy"),
      width: 12,
      rank: 2,
      card: "line",
      cell: ({ proposer, proposedAt }) => (
        <>
          {proposer}
          <span className="block text-ink-soft">
            <DateTime at={proposedAt} />
          </span>
        </>
      ),
    },
    {
      key: "act",
      head: t("act"),
      width: 9,
      card: "action",
      cell: ({ correctionId }) =>
        mayDecide ? <Button onClick={() => setDeciding(correctionId)}>{t("decide")}</Button> : "–",
    },
  ];
  return (
    <>
      <ShortList
        caption={t("corrections")}
        columns={columns}
        rows={corrections}
        rowKey={({ correctionId }) => correctionId}
        empty={<p className="text-ink-soft">{t("noCorrections")}</p>}
      />
      {decided && <DecisionDialog correction={decided} onClose={() => setDeciding(null)} />}
    </>
  );
}
