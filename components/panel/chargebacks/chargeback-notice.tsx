"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { chargebackList } from "@/server/domain/chargebacks/chargeback-inputs";
import { readListQuery } from "@/server/domain/lists";
import { displayAmount } from "@/server/domain/money";
import { useLanguage } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { TextLink } from "../../ui/text-link";
import { useMay } from "../role";
import { useTRPC } from "../trpc";
import { useStateWord } from "../words/state-badge";
import type { Chargeback } from "./chargeback-types";
import { urgencyTones, useDayText } from "./deadline";

/** The chargebacks of a payment, each with the link to it, for roles that may see them. Usually there is none. */
export function ChargebackNotices({ paymentCode }: { paymentCode: string }) {
  const query = { ...readListQuery(chargebackList, () => []), paymentCode };
  const { data } = useQuery({ ...useTRPC().chargeback.list.queryOptions(query), enabled: useMay("chargeback.read") });
  return (
    <div className="mb-6 flex flex-col gap-3 empty:hidden" aria-live="polite">
      {data?.items.map((chargeback) => (
        <ChargebackNotice key={chargeback.chargebackId} chargeback={chargeback} />
      ))}
    </div>
  );
}

function ChargebackNotice({ chargeback }: { chargeback: Chargeback }) {
  const t = useTranslations("panel.chargeback.notice");
  const stateWord = useStateWord();
  const dayText = useDayText();
  const amount = displayAmount(chargeback.amountKurus, useLanguage());
  const { chargebackId, status, urgency, respondBy } = chargeback;
  return (
    <Notice tone={urgency === null ? "info" : urgencyTones[urgency]} title={t("title", { amount })}>
      {status === "open"
        ? t("open", { day: dayText(respondBy) })
        : t("other", { state: stateWord("chargeback", status) })}{" "}
      <TextLink isInText href={`/panel/chargebacks/${chargebackId}`}>
        {t("action")}
      </TextLink>
    </Notice>
  );
}
