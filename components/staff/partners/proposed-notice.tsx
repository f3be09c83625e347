"use client";
import { useTranslations } from "use-intl/react";
import { Notice } from "../../ui/notice";
import { TextLink } from "../../ui/text-link";

/** Says that a change waits for a second person, and leads to it. */
export function ProposedNotice({ changeId }: { changeId: string }) {
  const t = useTranslations("staff.merchant");
  return (
    <div className="mb-4">
      <Notice tone="info" isUrgent>
        {t("proposed")}{" "}
        <TextLink isInText href={`/staff/approvals/${changeId}`}>
          {t("toProposal")}
        </TextLink>
      </Notice>
    </div>
  );
}
