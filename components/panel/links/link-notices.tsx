"use client";
import { useTranslations } from "use-intl/react";
import type { LinkNotice } from "@/server/domain/links/link-notice";
import { displayAmount } from "@/server/domain/money";
import type { AmountLimits } from "@/server/domain/payments/limits";
import { toBounds } from "@/server/domain/payments/new-payment";
import { useLanguage } from "../../ui/language";
import { Notice } from "../../ui/notice";

interface LinkNoticesProps {
  readonly notices: readonly LinkNotice[];
  /** The account's limits of one payment. */
  readonly limits: AmountLimits;
  /** Whether the link is still a draft or has been created. */
  readonly stage: "draft" | "ready";
}

/** Says why the buyer may not be able to pay a link, which can be created nevertheless (D-57). */
export function LinkNotices({ notices, limits, stage }: LinkNoticesProps) {
  const t = useTranslations("panel.newLink.notices");
  const language = useLanguage();
  const { minKurus, maxKurus } = toBounds(limits);
  const bounds = { min: displayAmount(minKurus, language), max: displayAmount(maxKurus, language) };
  return notices.map((notice) => (
    <Notice key={notice} tone="warn" title={t(`${notice}.title`)}>
      <p>{t(`${notice}.why`, bounds)}</p>
      <p className="mt-1">{t(`${notice}.${stage}`)}</p>
    </Notice>
  ));
}
