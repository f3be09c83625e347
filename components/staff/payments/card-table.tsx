"use client";
import { useTranslations } from "use-intl/react";
import { isRefusedBeforeBank } from "@/server/domain/banks/decline";
import { declineWords } from "../../panel/words/reasons";
import { StateBadge } from "../../panel/words/state-badge";
import { DateTime } from "../../ui/date-time";
import type { ListColumn } from "../../ui/list/columns";
import { dash } from "../../ui/list/common-columns";
import { ShortList } from "../../ui/list/short-list";
import { Section } from "../../ui/section";
import { useMessageWords } from "../message-words";
import type { StaffPayment } from "./payment-types";

type Attempt = StaffPayment["attempts"][number];

/** Every card that was tried, with the references of the bank, and how many more were refused without a record. */
export function CardTable({ found: { attempts, cards } }: { found: StaffPayment }) {
  const t = useTranslations("staff.payment");
  return (
    <Section title={t("cards")}>
      <ShortList
        caption={t("cards")}
        columns={useCardColumns()}
        rows={attempts}
        rowKey={({ attemptId }) => attemptId}
        empty={<p className="text-ink-soft">{t("noCards")}</p>}
      />
      <p className="mt-3 text-ink-soft">
        {t("allowance", { used: cards.used, allowed: cards.allowed })}{" "}
        {cards.refusedBefore > 0 && t("refusedBefore", { count: cards.refusedBefore })}
      </p>
    </Section>
  );
}

function useCardColumns(): ListColumn<Attempt>[] {
  const t = useTranslations("staff.payment");
  const mono = (text: string | null) => (text === null ? dash : <span className="font-mono text-xs">{text}</span>);
  return [
    {
      key: "card",
      head: t("card"),
      width: 12,
      card: "title",
      cell: ({ maskedPan }) => mono(maskedPan),
    },
    {
      key: "state",
      head: t("state"),
      width: 11,
      grows: true,
      card: "line",
      cell: (attempt) => <AttemptState attempt={attempt} />,
    },
    { key: "bank", head: t("acquirer"), width: 8, rank: 3, card: "line", cell: ({ acquirer }) => acquirer },
    {
      key: "order",
      head: t("bankOrder"),
      width: 14,
      rank: 2,
      card: "line",
      title: ({ bankOrderId }) => bankOrderId,
      cell: ({ bankOrderId }) => mono(bankOrderId),
    },
    {
      key: "references",
      head: t("references"),
      width: 11,
      rank: 4,
      card: "line",
      cell: ({ authCode, rrn, eci }) => mono([authCode, rrn, eci && `ECI ${eci}`].filter(Boolean).join(" · ") || null),
    },
    {
      key: "at",
      head: t("at"),
      width: 12,
      rank: 1,
      align: "right",
      card: "line",
      cell: ({ createdAt }) => <DateTime at={createdAt} style="second" />,
    },
  ];
}

/** The state with the bank's reason and code, what the returns from the bank said, and how often it was asked. */
function AttemptState({ attempt }: { attempt: Attempt }) {
  const t = useTranslations("staff.payment");
  const reasons = useTranslations("shared.reasons");
  const words = useMessageWords();
  const { status, declineReason, bankCode, bankMessage, callbacks, inquiries, approvedAt } = attempt;
  const notes = [
    declineReason === null ? null : declineWords(declineReason, reasons),
    bankCode === null ? null : t("bankCode", { code: bankCode }),
    bankMessage,
    isRefusedBeforeBank(attempt) ? t("beforeBank") : null,
    ...callbacks
      .filter(({ verdict }) => verdict.startsWith("refused"))
      .map(({ verdict }) =>
        t("refusedReturn", { verdict: words({ operation: "return", outcome: verdict, cause: null }).outcome }),
      ),
    inquiries === 0 ? null : t("asked", { count: inquiries }),
    approvedAt !== null && status !== "captured" ? t("approvedOnce") : null,
  ].filter((note) => note !== null);
  return (
    <>
      <StateBadge kind="attempt" value={status} />
      {notes.length > 0 && <span className="block text-ink-soft wrap-anywhere">{notes.join(" · ")}</span>}
    </>
  );
}
