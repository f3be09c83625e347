"use client";
import { useTranslations } from "use-intl/react";
import { FailureNotice } from "../../ui/failure";
import { Notice } from "../../ui/notice";
import { readFailure } from "../../ui/read-failure";
import { TextLink } from "../../ui/text-link";

/** The outcome of a proposal: the change that waits for a second person, or null where none was needed. */
export function ProposalResult({ changeId }: { changeId: string | null }) {
  const t = useTranslations("staff.tariffs");
  return (
    <Notice tone="good" isUrgent title={changeId === null ? t("inForceNow") : t("proposed")}>
      {changeId !== null && (
        <TextLink isInText href={`/staff/approvals/${changeId}`}>
          {t("toApproval")}
        </TextLink>
      )}
    </Notice>
  );
}

/** Why a proposal was refused. The rules of tariffs are refused when the tariffs have changed since they were read. */
export function ProposalFailure({ error }: { error: unknown }) {
  const t = useTranslations("staff.tariffs");
  const { code } = readFailure(error);
  if (code === "validation_error" || code === "change_waiting") {
    return (
      <Notice tone="bad" title={t("notProposed")} isUrgent>
        {t(`refusals.${code}`)}
      </Notice>
    );
  }
  return <FailureNotice error={error} title={t("notProposed")} />;
}
