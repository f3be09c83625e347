"use client";
import { useTranslations } from "use-intl/react";
import { State, type StateTone } from "../../ui/state";
import type { ChangeItem } from "./change-types";

const tones: Readonly<Record<ChangeItem["status"], StateTone>> = {
  waiting: "warn",
  approved: "good",
  rejected: "bad",
  withdrawn: "quiet",
};

/** The state of a change that needs two people. */
export function ChangeState({ status }: Pick<ChangeItem, "status">) {
  const t = useTranslations("staff.approvals");
  return <State tone={tones[status]}>{t(`statuses.${status}`)}</State>;
}
