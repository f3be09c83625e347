"use client";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { dateTimeText } from "@/components/ui/date-time";
import { displayAmount } from "@/server/domain/money";
import { Button } from "../../ui/button";
import { Facts } from "../../ui/facts";
import { FailureNotice } from "../../ui/failure";
import { useLanguage } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/section";
import { Skeleton } from "../../ui/skeleton";
import { useMay } from "../role";
import { useTRPC } from "../trpc";

/** Loaded when it is opened, with the form library. */
const LimitDialog = dynamic(async () => (await import("./limit-dialog")).LimitDialog);

/** The amount above which a refund needs a second user's approval (S32). */
export function RefundLimitSection() {
  const t = useTranslations("panel.team");
  const language = useLanguage();
  const trpc = useTRPC();
  const mayChange = useMay("refund.limit");
  const { data, error, refetch } = useQuery(trpc.refund.limit.queryOptions());
  const [isChanging, setChanging] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const limitText = (limit: bigint | null): string => {
    if (limit === null) return t("limitNone");
    return limit === 0n ? t("limitAll") : t("limitAbove", { amount: displayAmount(limit, language) });
  };
  const apiText = ({ inApi, inApiUntil }: { inApi: boolean; inApiUntil: Date | null }): string => {
    if (inApiUntil) return t("limitApiUntil", { until: dateTimeText(inApiUntil, language) });
    return inApi ? t("limitApiRefused") : t("limitApiAllowed");
  };
  const change = () => {
    setSaved(false);
    setChanging(true);
  };
  const close = (wasSaved = false) => {
    setChanging(false);
    setSaved(wasSaved);
  };
  const button = mayChange && data && <Button onClick={change}>{t("limitChange")}</Button>;
  return (
    <Section title={t("limit")} actions={button}>
      <p className="mb-3 max-w-prose text-ink-soft">{t("limitHelp")}</p>
      <div aria-live="polite" className={isSaved ? "mb-3" : undefined}>
        {isSaved && <Notice tone="good">{t("limitSaved")}</Notice>}
      </div>
      {error && !data && <FailureNotice error={error} onRetry={refetch} />}
      {!error && !data && <Skeleton className="h-11 w-full" />}
      {data && (
        <Facts
          facts={[
            { term: t("limitNow"), value: limitText(data.limit) },
            ...(data.limit === null ? [] : [{ term: t("limitApi"), value: apiText(data) }]),
          ]}
        />
      )}
      {data?.next && (
        <div className="mt-3">
          <Notice tone="info">
            {t("limitNext", { limit: limitText(data.next.limit), from: dateTimeText(data.next.at, language) })}
          </Notice>
        </div>
      )}
      {data && data.limit !== null && data.otherDeciders === 0 && (
        <div className="mt-3">
          <Notice tone="warn">{t("limitAlone")}</Notice>
        </div>
      )}
      {isChanging && data && <LimitDialog limit={data.limit} inApi={data.inApi && !data.inApiUntil} onClose={close} />}
    </Section>
  );
}
