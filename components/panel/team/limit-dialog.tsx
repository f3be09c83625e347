"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl/react";
import { refundLimitForm } from "@/server/domain/refunds/refund-inputs";
import { Button } from "../../ui/button";
import { CloseButton, Dialog } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";
import { FormCheck } from "../../ui/form/choice-fields";
import { FormAmount } from "../../ui/form/text-fields";
import { useZodForm } from "../../ui/form/use-zod-form";
import { Notice } from "../../ui/notice";
import { useTRPC } from "../trpc";
import { useMutationWithConfirmation } from "../use-mutation-with-confirmation";

const refusedFields = { limit_needs_deciders: "limit" } as const;

interface LimitDialogProps {
  /** Kuruş; null for none. */
  readonly limit: bigint | null;
  /** Whether the limit covers refunds through the API. */
  readonly inApi: boolean;
  onClose(wasSaved?: boolean): void;
}

/** Changes the amount above which a refund needs a second user's approval. */
export function LimitDialog({ limit, inApi, onClose }: LimitDialogProps) {
  const t = useTranslations("panel.team");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const formId = useId();
  const change = useMutationWithConfirmation(
    trpc.refund.setLimit.mutationOptions({
      onSettled: () => void queries.invalidateQueries(trpc.refund.pathFilter()),
    }),
  );
  const { control, submit, failure } = useZodForm(refundLimitForm, {
    defaultValues: { isUnlimited: limit === null, limit, inApi },
    error: change.error,
    refusedFields,
  });
  const isUnlimited = useWatch({ control, name: "isUnlimited" });
  const save = submit((input) => change.mutate(input, () => onClose(true)));
  return (
    <Dialog
      isOpen
      onClose={() => onClose()}
      isBusy={change.isBusy}
      title={t("limitTitle")}
      description={t("limitHelp")}
      actions={
        <>
          <CloseButton>{t("cancel")}</CloseButton>
          <Button type="submit" form={formId} tone="primary" isBusy={change.isBusy}>
            {t("save")}
          </Button>
        </>
      }
    >
      <form id={formId} className="flex flex-col gap-4" onSubmit={save} noValidate>
        <FormCheck control={control} name="isUnlimited" label={t("limitOff")} />
        {isUnlimited ? (
          <Notice tone="warn">{t("limitOffWarning")}</Notice>
        ) : (
          <>
            <FormAmount
              control={control}
              name="limit"
              label={t("limitAmount")}
              hint={t("limitAmountHint")}
              sentences={t("limitInvalid")}
            />
            <FormCheck control={control} name="inApi" label={t("limitInApi")} hint={t("limitInApiHint")} />
          </>
        )}
      </form>
      {failure ? <FailureNotice error={failure} title={t("limitNotSaved")} /> : null}
      {change.confirmation}
    </Dialog>
  );
}
