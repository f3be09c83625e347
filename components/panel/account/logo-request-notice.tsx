"use client";
import { useTranslations } from "use-intl/react";
import { Button } from "../../ui/button";
import { DateTime } from "../../ui/date-time";
import { FailureNotice } from "../../ui/failure";
import { LogoPicture } from "../../ui/logo-picture";
import { Notice } from "../../ui/notice";
import type { OwnProfile } from "../outputs";
import { useTRPC } from "../trpc";
import { useMutationWithConfirmation } from "../use-mutation-with-confirmation";
import { useRefetchAccount } from "./use-refetch-account";

/** The logo that was asked for last: that it waits, or why it was refused. */
export function LogoRequestNotice({ profile: { logo }, mayWrite }: { profile: OwnProfile; mayWrite: boolean }) {
  const t = useTranslations("panel.account.company");
  const withdrawal = useMutationWithConfirmation(useTRPC().account.withdrawLogo.mutationOptions(useRefetchAccount()));
  if (logo.request === null) return null;
  const { requestId, state, picture, requestedAt, decisionNote } = logo.request;
  const waits = state === "waiting";
  return (
    <div className="mb-3">
      <Notice tone={waits ? "info" : "warn"} title={waits ? t("logoWaits") : t("logoRefused")}>
        <p>
          {waits ? t("logoWaitsHelp") : decisionNote} <DateTime at={requestedAt} />
        </p>
        {picture !== null && (
          <div className="mt-2">
            <LogoPicture src={picture} alt={t("logoWaits")} />
          </div>
        )}
        {!waits && <p className="mt-1">{t("logoRefusedHelp")}</p>}
        {waits && mayWrite && (
          <Button className="mt-2" isBusy={withdrawal.isBusy} onClick={() => withdrawal.mutate({ requestId })}>
            {t("withdrawLogo")}
          </Button>
        )}
        {withdrawal.error ? <FailureNotice error={withdrawal.error} title={t("notWithdrawn")} /> : null}
      </Notice>
      {withdrawal.confirmation}
    </div>
  );
}
