"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { CloseButton, Dialog } from "@/components/ui/dialog";
import { FailureNotice } from "@/components/ui/failure";
import { FormText } from "@/components/ui/form/text-fields";
import { useZodForm } from "@/components/ui/form/use-zod-form";
import { newKeyInput } from "@/server/domain/accounts/new-key";
import { useTRPC } from "../trpc";
import { useMutationWithConfirmation } from "../use-mutation-with-confirmation";
import { ShownOnce } from "./shown-once";

const refusedFields = { keys_many: "name" } as const;

/** Asks for a name, creates an API key, and shows it once. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("panel.keys");
  const trpc = useTRPC();
  const client = useQueryClient();
  const formId = useId();
  const [apiKey, setApiKey] = useState<string | null>(null);
  const { mutate, isBusy, error, reset, confirmation } = useMutationWithConfirmation(
    trpc.key.create.mutationOptions({
      onSuccess: () => client.invalidateQueries(trpc.key.list.queryFilter()),
    }),
  );
  const { control, submit, failure } = useZodForm(newKeyInput, { defaultValues: { name: "" }, error, refusedFields });
  const create = submit((input) =>
    mutate(input, (created) => {
      setApiKey(created.apiKey);
      // The mutation keeps its result. The key must be kept only in this dialog, so that closing it discards the key.
      reset();
    }),
  );
  if (apiKey !== null) {
    return (
      <ShownOnce
        title={t("shownTitle")}
        text={t("shownText")}
        warning={t("shownWarn")}
        secret={apiKey}
        copyLabel={t("copyKey")}
        done={t("done")}
        onClose={onClose}
      />
    );
  }
  return (
    <>
      <Dialog
        isOpen
        onClose={onClose}
        isBusy={isBusy}
        title={t("dialogTitle")}
        description={t("dialogText")}
        actions={
          <>
            <CloseButton>{t("cancel")}</CloseButton>
            <Button type="submit" form={formId} tone="primary" isBusy={isBusy}>
              {t("create")}
            </Button>
          </>
        }
      >
        <form id={formId} className="flex flex-col gap-4" onSubmit={create} noValidate>
          <FormText
            control={control}
            name="name"
            label={t("name")}
            maxLength={64}
            required
            autoComplete="off"
            placeholder={t("namePlaceholder")}
          />
          {failure ? <FailureNotice error={failure} title={t("failed")} /> : null}
        </form>
      </Dialog>
      {confirmation}
    </>
  );
}
