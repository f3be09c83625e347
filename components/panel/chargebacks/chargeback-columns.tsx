"use client";
import { useTranslations } from "use-intl/react";
import { displayAmount } from "@/server/domain/money";
import { cardBrandName } from "@/server/domain/pricing/card-brand-names";
import { Amount } from "../../ui/amount";
import { DateTime } from "../../ui/date-time";
import { useLanguage } from "../../ui/language";
import type { ListColumn } from "../../ui/list/columns";
import { dash } from "../../ui/list/common-columns";
import { MiddleText } from "../../ui/list/middle-text";
import { CodeLink, RowLink } from "../../ui/list/row-link";
import { StateBadge } from "../words/state-badge";
import type { Chargeback } from "./chargeback-types";
import { Deadline } from "./deadline";

// The columns that the lists of the panel and of the back-office have in common.

type Column = ListColumn<Chargeback>;

/**
 * Returns the columns of a list of chargebacks by their keys.
 * @param root the path below which the surface has `chargebacks` and `payments`, such as `/panel`
 * @param nextText writes what happens next in the words of the surface
 */
export function useChargebackColumns(root: "/panel" | "/staff", nextText: (chargeback: Chargeback) => string) {
  const t = useTranslations("shared.chargeback");
  return {
    caseNumber: {
      key: "case",
      head: t("caseNumber"),
      width: 7,
      card: "title",
      title: ({ caseNumber }) => caseNumber,
      cell: (chargeback) => (
        <CaseLink chargeback={chargeback} href={`${root}/chargebacks/${chargeback.chargebackId}`} />
      ),
    },
    state: {
      key: "state",
      head: t("state"),
      width: 9,
      card: "state",
      cell: ({ status }) => <StateBadge kind="chargeback" value={status} />,
    },
    amount: {
      key: "amount",
      head: t("amount"),
      width: 9,
      align: "right",
      card: "value",
      cell: ({ amountKurus }) => <Amount kurus={amountKurus} />,
    },
    payment: {
      key: "payment",
      head: t("payment"),
      width: 7,
      card: "note",
      cell: ({ paymentCode, partnerTxCode }) => (
        <CodeLink href={`${root}/payments/${paymentCode}`} code={partnerTxCode} />
      ),
    },
    deadline: {
      key: "deadline",
      head: t("respondBy"),
      width: 12,
      card: "line",
      cell: (chargeback) => <Deadline chargeback={chargeback} />,
    },
    next: {
      key: "next",
      head: t("next"),
      width: 11,
      rank: 1,
      card: "line",
      title: nextText,
      cell: nextText,
    },
    takenBack: {
      key: "takenBack",
      head: t("takenBack"),
      width: 7,
      rank: 2,
      cell: ({ bankAt }) => <DateTime at={bankAt} style="day" />,
    },
    card: { key: "card", head: t("card"), width: 6, rank: 3, cell: ({ card }) => <Card card={card} /> },
  } as const satisfies Record<string, Column>;
}

/** The number of the case, which is the link to its screen. */
function CaseLink({ chargeback: { caseNumber, amountKurus }, href }: { chargeback: Chargeback; href: string }) {
  const t = useTranslations("shared.chargeback");
  const amount = displayAmount(amountKurus, useLanguage());
  return (
    <RowLink href={href} aria-label={t("open", { caseNumber, amount })}>
      <MiddleText text={caseNumber} />
    </RowLink>
  );
}

/** The last digits of the card; a dash once its details were erased. */
function Card({ card }: Pick<Chargeback, "card">) {
  if (card === null) return dash;
  return (
    <span title={card.brand === null ? undefined : cardBrandName(card.brand)}>•••• {card.maskedPan.slice(-4)}</span>
  );
}
