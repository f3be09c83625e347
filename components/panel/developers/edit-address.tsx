"use client";
import { useId } from "react";
import { useTranslations } from "use-intl/react";
import { FailureNotice } from "@/components/ui/failure";
import { FormText } from "@/components/ui/form/text-fields";
import { useZodForm } from "@/components/ui/form/use-zod-form";
import { webhookUrlInput } from "@/server/domain/webhooks/webhook-url";
import { Button } from "../../ui/button";
import { CloseButton, Dialog } from "../../ui/dialog";
import { useSetUrl } from "./use-set-url";

export interface Address {
  readonly url: string | null;
  readonly mode: "sandbox" | "live";
}

/** The server judges the address. Its refusals have no other field. */
const refusedFields = { validation_error: "url" } as const;

/** Sets the webhook URL. */
export function EditAddress({ url, mode, onClose }: Address & { onClose: (done: string | null) => void }) {
  const t = useTranslations("panel.webhook");
  const formId = useId();
  const { mutate, isBusy, error, confirmation } = useSetUrl();
  const { control, submit, failure } = useZodForm(webhookUrlInput, {
    defaultValues: { url: url ?? "https://" },
    error,
    refusedFields,
  });
  return (
    <Dialog
      isOpen
      isBusy={isBusy}
      onClose={() => onClose(null)}
      title={t("editTitle")}
      description={url === null ? undefined : t("editText")}
      actions={
        <>
          <CloseButton>{t("cancel")}</CloseButton>
          <Button type="submit" form={formId} tone="primary" isBusy={isBusy}>
            {t("save")}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="flex flex-col gap-4"
        onSubmit={submit((input) => mutate(input, () => onClose(t("saved"))))}
        noValidate
      >
        <FormText
          control={control}
          name="url"
          label={t("addressField")}
          hint={t(`addressHint.${mode}`)}
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          required
        />
        {failure ? <FailureNotice error={failure} title={t("failed")} /> : null}
      </form>
      {confirmation}
    </Dialog>
  );
}
