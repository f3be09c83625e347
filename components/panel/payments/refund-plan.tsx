"use client";
import { useTranslations } from "use-intl/react";
import { dateTimeText } from "@/components/ui/date-time";
import { displayAmount } from "@/server/domain/money";
import { useLanguage } from "../../ui/language";
import type { Payment } from "./payment-types";
import type { RefundOutlook } from "./refund-outlook";

interface PlanProps {
  readonly payment: Payment;
  readonly outlook: RefundOutlook;
}

/** Explains what a refund will do, what the buyer will see, and whether the commission is returned. */
export function RefundPlan({ payment, outlook: { method, until, isVoidOnly } }: PlanProps) {
  const t = useTranslations("panel.refund");
  const language = useLanguage();
  const commission = payment.commission?.amount ?? 0n;
  const end = dateTimeText(until, language);
  const now =
    method === "credit"
      ? t("now.credit")
      : isVoidOnly
        ? t("now.voidOnly", { until: end })
        : t("now.void", { until: end });
  return (
    <ul className="flex list-disc flex-col gap-1 pl-5">
      <li>{now}</li>
      <li>{t(`buyer.${method}`)}</li>
      {commission > 0n && <li>{t(`commission.${method}`, { amount: displayAmount(commission, language) })}</li>}
    </ul>
  );
}

/** The same for a refund that needs approval. Its method is decided only at the approval. */
export function ApprovalPlan({ outlook: { method, until, isVoidOnly } }: Pick<PlanProps, "outlook">) {
  const t = useTranslations("panel.refund");
  const end = dateTimeText(until, useLanguage());
  if (method === "credit") return <p>{t("afterApproval.credit")}</p>;
  return <p>{isVoidOnly ? t("afterApproval.voidOnly", { until: end }) : t("afterApproval.void", { until: end })}</p>;
}
