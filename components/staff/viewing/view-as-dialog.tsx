"use client";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { viewingInput } from "@/server/domain/people/viewing-input";
import { Button } from "../../ui/button";
import { CloseButton, Dialog, DialogActions } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";
import { FormTextArea } from "../../ui/form/text-fields";
import { useZodForm } from "../../ui/form/use-zod-form";
import { useTRPC } from "../trpc";

const refusedFields = { sensitive_data_not_allowed: "reason" } as const;

/** Asks why a merchant's panel is viewed, and then opens it. */
export function ViewAsDialog({
  partner: { partnerId, name },
  onClose,
}: {
  partner: { readonly partnerId: string; readonly name: string };
  onClose(): void;
}) {
  const t = useTranslations("staff.viewing");
  const start = useMutation(
    useTRPC().viewing.start.mutationOptions({ onSuccess: () => window.location.assign("/panel") }),
  );
  const { control, submit, failure } = useZodForm(viewingInput, {
    defaultValues: { partnerId, reason: "" },
    error: start.error,
    refusedFields,
  });
  const isBusy = start.isPending || start.isSuccess;
  return (
    <Dialog isOpen onClose={onClose} isBusy={isBusy} title={t("title", { name })} description={t("help")}>
      <form className="flex flex-col gap-4" onSubmit={submit((input) => start.mutate(input))} noValidate>
        <FormTextArea
          control={control}
          name="reason"
          label={t("reason")}
          hint={t("reasonHint")}
          maxLength={300}
          required
        />
        {failure ? <FailureNotice error={failure} title={t("notOpened")} /> : null}
        <DialogActions>
          <CloseButton>{t("cancel")}</CloseButton>
          <Button type="submit" tone="primary" isBusy={isBusy}>
            {t("view")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
