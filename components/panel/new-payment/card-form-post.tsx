"use client";
import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "../../ui/button";
import { useLanguage } from "../../ui/language";
import { Notice } from "../../ui/notice";

export interface OpenedPayment {
  readonly paymentRef: string;
  readonly handoffUrl: string;
}

/**
 * Submits the card handoff form of §4.7, so that this tab opens the gateway's card page. The card is entered there and
 * never reaches the panel. The button is for users who come back to this page and for browsers that block the automatic
 * submission.
 */
export function CardFormPost({ paymentRef, handoffUrl }: OpenedPayment) {
  const t = useTranslations("panel.newPayment");
  const language = useLanguage();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.submit(), []);
  return (
    <form ref={form} method="post" action={handoffUrl}>
      <input type="hidden" name="paymentRef" value={paymentRef} />
      <input type="hidden" name="lang" value={language} />
      <Notice tone="info" title={t("opening")}>
        <p className="mb-3">{t("openingHelp")}</p>
        <Button type="submit" tone="primary">
          {t("open")}
        </Button>
      </Notice>
    </form>
  );
}
