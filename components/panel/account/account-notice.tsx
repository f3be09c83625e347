"use client";
import { useTranslations } from "use-intl/react";
import { DateTime } from "@/components/ui/date-time";
import { Notice } from "../../ui/notice";
import type { Account } from "../outputs";

/** Explains why the account accepts no new payments. Renders nothing for an account that accepts them. */
export function AccountNotice({ account: { status, hold } }: { account: Pick<Account, "status" | "hold"> }) {
  const t = useTranslations("panel.account");
  const obstacle = status !== "active" ? status : hold ? "held" : null;
  if (obstacle === null) return null;
  return (
    <div className="mb-8">
      <Notice tone={obstacle === "closed" ? "bad" : "warn"} title={t(`notices.${obstacle}.title`)}>
        <p className="max-w-prose">{t(`notices.${obstacle}.body`)}</p>
        {obstacle === "held" && hold && (
          <dl className="mt-2 grid max-w-prose gap-x-4 sm:grid-cols-[auto_1fr]">
            <dt className="font-medium">{t("reasonTerm")}</dt>
            <dd>{t(`reasons.${hold.reason}`)}</dd>
            {hold.since && (
              <>
                <dt className="font-medium">{t("heldSince")}</dt>
                <dd>
                  <DateTime at={hold.since} />
                </dd>
              </>
            )}
          </dl>
        )}
      </Notice>
    </div>
  );
}
