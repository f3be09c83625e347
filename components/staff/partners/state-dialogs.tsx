"use client";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { holdReasons } from "@/server/domain/accounts/hold-reasons";
import { closingInput, holdInput, releaseInput, statusInput } from "@/server/domain/partners/settings-inputs";
import { FormSelect } from "../../ui/form/choice-fields";
import { useZodForm } from "../../ui/form/use-zod-form";
import type { PartnerDetail } from "../partner-types";
import { useTRPC } from "../trpc";
import { ChangeDialog, useRefetchPartners } from "./change-dialog";
import { ReasonField } from "./reason-field";

interface StateDialogProps {
  readonly partner: PartnerDetail;
  onClose(): void;
}

/** Suspends the account, or makes it active again. What follows is said first (§5, D-42, D-44). */
export function StatusDialog({ partner, onClose }: StateDialogProps) {
  const t = useTranslations("staff.merchant.state");
  const { partnerId, revision } = partner;
  const status = partner.status === "active" ? ("suspended" as const) : ("active" as const);
  const change = useMutation(useTRPC().partner.setStatus.mutationOptions(useRefetchPartners()));
  const { control, submit, failure } = useZodForm(statusInput, {
    defaultValues: { partnerId, revision, status, reason: "" },
    error: change.error,
  });
  return (
    <ChangeDialog
      title={t(`${status}.title`, { name: partner.name })}
      description={t(`${status}.consequences`)}
      saveLabel={t(`${status}.save`)}
      tone={status === "suspended" ? "danger" : "primary"}
      isBusy={change.isPending}
      failure={failure}
      onSubmit={submit((input) => change.mutateAsync(input).then(onClose))}
      onClose={onClose}
    >
      <ReasonField control={control} name="reason" />
    </ChangeDialog>
  );
}

/** Holds acceptance, or gives the hold another reason (D-33). */
export function HoldDialog({ partner, onClose }: StateDialogProps) {
  const t = useTranslations("staff.merchant.state");
  const reasons = useTranslations("staff.reasons");
  const { partnerId, revision, acceptanceHeld } = partner;
  const change = useMutation(useTRPC().partner.hold.mutationOptions(useRefetchPartners()));
  const { control, submit, failure } = useZodForm(holdInput, {
    defaultValues: { partnerId, revision, holdReason: partner.holdReason ?? "risk_review", reason: "" },
    error: change.error,
  });
  return (
    <ChangeDialog
      title={acceptanceHeld ? t("holdAgainTitle") : t("holdTitle", { name: partner.name })}
      description={acceptanceHeld ? t("holdAgainText") : t("holdText")}
      saveLabel={acceptanceHeld ? t("holdAgainSave") : t("holdSave")}
      tone={acceptanceHeld ? "primary" : "danger"}
      isBusy={change.isPending}
      failure={failure}
      onSubmit={submit((input) => change.mutateAsync(input).then(onClose))}
      onClose={onClose}
    >
      <FormSelect control={control} name="holdReason" label={t("holdReason")} hint={t("holdReasonHint")}>
        {holdReasons.map((reason) => (
          <option key={reason} value={reason}>
            {reasons(reason)}
          </option>
        ))}
      </FormSelect>
      <ReasonField control={control} name="reason" />
    </ChangeDialog>
  );
}

/** Opens acceptance again. */
export function ReleaseDialog({ partner, onClose }: StateDialogProps) {
  const t = useTranslations("staff.merchant.state");
  const { partnerId, revision } = partner;
  const change = useMutation(useTRPC().partner.release.mutationOptions(useRefetchPartners()));
  const { control, submit, failure } = useZodForm(releaseInput, {
    defaultValues: { partnerId, revision, reason: "" },
    error: change.error,
  });
  return (
    <ChangeDialog
      title={t("releaseTitle", { name: partner.name })}
      description={t("releaseText")}
      saveLabel={t("releaseSave")}
      isBusy={change.isPending}
      failure={failure}
      onSubmit={submit((input) => change.mutateAsync(input).then(onClose))}
      onClose={onClose}
    >
      <ReasonField control={control} name="reason" />
    </ChangeDialog>
  );
}

interface ClosingDialogProps {
  readonly partner: PartnerDetail;
  /** @param changeId the proposal; null where nothing was proposed */
  onClose(changeId: string | null): void;
}

/** Proposes to close the account, on which a second person decides. What follows is said first (§5, D-42, D-44). */
export function ClosingDialog({ partner: { partnerId, name }, onClose }: ClosingDialogProps) {
  const t = useTranslations("staff.merchant.state");
  const proposal = useMutation(useTRPC().partner.close.mutationOptions(useRefetchPartners()));
  const { control, submit, failure } = useZodForm(closingInput, {
    defaultValues: { partnerId, reason: "" },
    error: proposal.error,
  });
  return (
    <ChangeDialog
      title={t("closeTitle", { name })}
      description={t("closeText")}
      saveLabel={t("closeSave")}
      tone="danger"
      isBusy={proposal.isPending}
      failure={failure}
      onSubmit={submit((input) => proposal.mutateAsync(input).then(({ changeId }) => onClose(changeId)))}
      onClose={() => onClose(null)}
    >
      <ReasonField control={control} name="reason" />
    </ChangeDialog>
  );
}
