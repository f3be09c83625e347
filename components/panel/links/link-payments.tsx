"use client";
import { useTranslations } from "use-intl/react";
import { displayAmount } from "@/server/domain/money";
import { Amount } from "../../ui/amount";
import { useLanguage } from "../../ui/language";
import { Section } from "../../ui/section";
import { type Column, Table } from "../../ui/table";
import { TextLink } from "../../ui/text-link";
import { StateBadge } from "../words/state-badge";
import type { LinkTimeline } from "./link-types";

type LinkPayment = LinkTimeline["payments"][number];

/** The payments that were started on a link, each with a link to its screen. */
export function LinkPayments({
  payments,
  hasOlder,
}: {
  payments: readonly LinkPayment[] | undefined;
  hasOlder: boolean;
}) {
  const t = useTranslations("panel.link");
  const language = useLanguage();
  const columns: Column<LinkPayment>[] = [
    {
      key: "payment",
      head: t("payment"),
      cell: ({ paymentCode, partnerTxCode }) => (
        <TextLink href={`/panel/payments/${paymentCode}`} className="whitespace-nowrap">
          {partnerTxCode}
        </TextLink>
      ),
    },
    { key: "state", head: t("state"), cell: ({ status }) => <StateBadge kind="payment" value={status} /> },
    {
      key: "charged",
      head: t("charged"),
      align: "right",
      cell: ({ amountKurus, refundedKurus }) => (
        <>
          <Amount kurus={amountKurus} />
          {refundedKurus > 0n && (
            <span className="block text-ink-soft">
              {t("refunded", { amount: displayAmount(refundedKurus, language) })}
            </span>
          )}
        </>
      ),
    },
    {
      key: "net",
      head: t("net"),
      align: "right",
      hiddenBelow: "sm",
      cell: ({ netKurus }) => (netKurus === null ? "–" : <Amount kurus={netKurus} />),
    },
    {
      key: "installment",
      head: t("installment"),
      hiddenBelow: "sm",
      cell: ({ installment }) => (installment === 1 ? t("single") : t("installments", { count: installment })),
    },
    {
      key: "card",
      head: t("card"),
      hiddenBelow: "lg",
      cell: ({ maskedPan }) => <span className="whitespace-nowrap">{maskedPan ?? "–"}</span>,
    },
  ];
  return (
    <Section title={t("payments")}>
      <Table
        caption={t("paymentsCaption")}
        columns={columns}
        rows={payments}
        rowKey={({ paymentCode }) => paymentCode}
        empty={<p className="text-ink-soft">{t("noPayments")}</p>}
        skeletonRows={1}
      />
      {hasOlder && <p className="mt-2 text-ink-soft">{t("olderPayments", { count: payments?.length ?? 0 })}</p>}
    </Section>
  );
}
