"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslations } from "use-intl/react";
import { reasonForm } from "@/server/domain/pricing/pricing-inputs";
import { Button } from "../../ui/button";
import { CloseButton, Dialog } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";
import { FormTextArea } from "../../ui/form/text-fields";
import { useZodForm } from "../../ui/form/use-zod-form";
import { useTRPC } from "../trpc";

/** Removes an override, after saying that the table's own row then counts again. */
export function RemoveDialog({ bin, onClose }: { bin: string; onClose(): void }) {
  const t = useTranslations("staff.bins");
  const formId = useId();
  const queries = useQueryClient();
  const removal = useMutation(
    useTRPC().bin.removeOverride.mutationOptions({
      onSuccess: () => {
        void queries.invalidateQueries();
        onClose();
      },
    }),
  );
  const { control, submit, failure } = useZodForm(reasonForm, { defaultValues: { reason: "" }, error: removal.error });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={removal.isPending}
      title={t("removeTitle", { bin })}
      description={t("removeText")}
      actions={
        <>
          <CloseButton>{t("cancel")}</CloseButton>
          <Button tone="danger" type="submit" form={formId} isBusy={removal.isPending}>
            {t("remove")}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit(({ reason }) => removal.mutateAsync({ bin, reason }))}>
        {failure !== null && <FailureNotice error={failure} title={t("notSaved")} />}
        <FormTextArea control={control} name="reason" label={t("reason")} hint={t("reasonHint")} />
      </form>
    </Dialog>
  );
}
