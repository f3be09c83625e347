"use client";
import { useTranslations } from "use-intl/react";
import { displayAmount } from "@/server/domain/money";
import { Amount } from "../../ui/amount";
import { useLanguage } from "../../ui/language";
import type { ListColumn } from "../../ui/list/columns";
import { CodeLink } from "../../ui/list/row-link";
import { ShortList } from "../../ui/list/short-list";
import { Section } from "../../ui/section";
import { TextLink } from "../../ui/text-link";
import { StateBadge } from "../words/state-badge";
import type { LinkTimeline } from "./link-types";

type LinkPayment = LinkTimeline["payments"][number];

interface LinkPaymentsProps {
  readonly linkId: string;
  /** The last payments, the newest first; undefined while they are loading. */
  readonly payments: readonly LinkPayment[] | undefined;
  /** Whether there are older payments, which are not given. */
  readonly hasOlder: boolean;
}

/** The last payments that were started on a link, with a link to the list of all of them. */
export function LinkPayments({ linkId, payments, hasOlder }: LinkPaymentsProps) {
  const t = useTranslations("panel.link");
  const count = payments?.length ?? 0;
  return (
    <Section title={t("payments")}>
      <ShortList
        caption={t("paymentsCaption")}
        columns={useColumns()}
        rows={payments}
        rowKey={({ paymentCode }) => paymentCode}
        empty={<p className="text-ink-soft">{t("noPayments")}</p>}
        skeletonCount={1}
      />
      {count > 0 && (
        <p className="mt-2 flex flex-wrap gap-x-3 text-ink-soft">
          {hasOlder && t("olderPayments", { count })}
          <TextLink href={`/panel/payments?link=${encodeURIComponent(linkId)}`}>{t("allPayments")}</TextLink>
        </p>
      )}
    </Section>
  );
}

function useColumns(): ListColumn<LinkPayment>[] {
  const t = useTranslations("panel.link");
  const language = useLanguage();
  return [
    {
      key: "payment",
      head: t("payment"),
      width: 9,
      grows: true,
      card: "title",
      cell: ({ paymentCode, partnerTxCode }) => (
        <CodeLink opensRow href={`/panel/payments/${paymentCode}`} code={partnerTxCode} />
      ),
    },
    {
      key: "state",
      head: t("state"),
      width: 9,
      card: "state",
      cell: ({ status }) => <StateBadge kind="payment" value={status} />,
    },
    {
      key: "installment",
      head: t("installment"),
      width: 7,
      rank: 2,
      card: "time",
      cell: ({ installment }) => (installment === 1 ? t("single") : t("installments", { count: installment })),
    },
    {
      key: "card",
      head: t("card"),
      width: 10,
      rank: 3,
      card: "line",
      cell: ({ maskedPan }) => <span className="whitespace-nowrap">{maskedPan ?? "–"}</span>,
    },
    {
      key: "charged",
      head: t("charged"),
      align: "right",
      width: 10,
      card: "value",
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
      width: 9,
      rank: 1,
      card: "line",
      cell: ({ netKurus }) => (netKurus === null ? "–" : <Amount kurus={netKurus} />),
    },
  ];
}
