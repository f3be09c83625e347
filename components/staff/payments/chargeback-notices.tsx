"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { chargebackList } from "@/server/domain/chargebacks/chargeback-inputs";
import { readListQuery } from "@/server/domain/lists";
import { displayAmount } from "@/server/domain/money";
import { urgencyTones, useDayText } from "../../panel/chargebacks/deadline";
import { findNextStep } from "../../panel/chargebacks/next-step";
import { FailureNotice } from "../../ui/failure";
import { useLanguage } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { TextLink } from "../../ui/text-link";
import type { ChargebackDetail } from "../chargebacks/chargeback-types";
import { useMayAsStaff } from "../staff-shell";
import { useTRPC } from "../trpc";

/** Returns the query of the list of chargebacks that has those of one payment. */
const toChargebackQuery = (paymentCode: string) => ({ ...readListQuery(chargebackList, () => []), paymentCode });

/** The chargebacks of a payment, each with its last day, what comes next and its link, for people who may see them. */
export function ChargebackNotices({ paymentCode }: { paymentCode: string }) {
  const { data, error, refetch } = useQuery({
    ...useTRPC().chargeback.list.queryOptions(toChargebackQuery(paymentCode)),
    enabled: useMayAsStaff("chargeback.read"),
  });
  return (
    <div className="mb-6 grid gap-3 empty:hidden">
      {error && !data && <FailureNotice error={error} onRetry={refetch} />}
      {data?.items.map((chargeback) => (
        <ChargebackNotice key={chargeback.chargebackId} chargeback={chargeback} />
      ))}
    </div>
  );
}

function ChargebackNotice({ chargeback }: { chargeback: ChargebackDetail }) {
  const t = useTranslations("staff.payment.chargeback");
  const next = useTranslations("staff.chargebacks.next");
  const deadlines = useTranslations("shared.chargeback.deadlineTitle");
  const dayText = useDayText();
  const language = useLanguage();
  const { chargebackId, caseNumber, amountKurus, urgency, respondBy } = chargeback;
  return (
    <Notice
      tone={urgency === null ? "info" : urgencyTones[urgency]}
      title={t("title", { amount: displayAmount(amountKurus, language), caseNumber })}
    >
      {next(findNextStep(chargeback))}. {urgency !== null && `${deadlines(urgency, { day: dayText(respondBy) })}. `}
      <TextLink isInText href={`/staff/chargebacks/${chargebackId}`}>
        {t("action")}
      </TextLink>
    </Notice>
  );
}
