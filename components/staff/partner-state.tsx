"use client";
import { useTranslations } from "use-intl/react";
import { State, type StateTone } from "../ui/state";
import type { FoundPartner } from "./partner-types";

const tones: Readonly<Record<FoundPartner["status"], StateTone>> = {
  active: "good",
  suspended: "warn",
  closed: "quiet",
};

/**
 * An account's state. An active account with a hold shows the hold instead, because the hold is what blocks payments.
 */
export function PartnerState({ status, isHeld }: { status: FoundPartner["status"]; isHeld: boolean }) {
  const t = useTranslations("staff");
  return isHeld && status === "active" ? (
    <State tone="warn">{t("held")}</State>
  ) : (
    <State tone={tones[status]}>{t(`statuses.${status}`)}</State>
  );
}
