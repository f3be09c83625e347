"use client";
import { useTranslations } from "use-intl/react";
import { isSurchargeWarned, type SurchargeOffer } from "@/server/domain/pricing/surcharge";
import { Notice } from "../ui/notice";

interface SurchargeWarningProps {
  /** What is offered; null while it is not known. */
  readonly offer: SurchargeOffer | null;
  /** Whether staff left the warning on for the account. */
  readonly isOn: boolean;
}

/**
 * Warns of passing the commission on where Law 5464 may forbid it (D-395). Screen readers announce the warning when it
 * appears, so the place of it is always there.
 */
export function SurchargeWarning({ offer, isOn }: SurchargeWarningProps) {
  const t = useTranslations("panel.surcharge");
  return (
    <div aria-live="polite" className="empty:hidden">
      {isOn && offer && isSurchargeWarned(offer) && (
        <Notice tone="warn" title={t("title")}>
          {t("text")}
        </Notice>
      )}
    </div>
  );
}
