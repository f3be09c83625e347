"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { CloseButton, Dialog } from "@/components/ui/dialog";
import { FailureNotice } from "@/components/ui/failure";
import { useZodForm } from "@/components/ui/form/use-zod-form";
import { keyForm, toLastDay } from "@/server/domain/keys/new-key";
import { useTRPC } from "../../trpc";
import { useMutationWithConfirmation } from "../../use-mutation-with-confirmation";
import { refusedKeyFields } from "./create-key-dialog";
import { KeyFields } from "./key-fields";
import type { KeyRow } from "./revoke-key-dialog";

/** Changes the name and the rights of an API key; the key itself stays. */
export function ChangeKeyDialog({ apiKey, onClose }: { apiKey: KeyRow; onClose: (isDone: boolean) => void }) {
  const t = useTranslations("panel.keys");
  const trpc = useTRPC();
  const client = useQueryClient();
  const formId = useId();
  const { mutate, isBusy, error, confirmation } = useMutationWithConfirmation(
    trpc.key.change.mutationOptions({
      onSuccess: () => client.invalidateQueries(trpc.key.list.queryFilter()),
    }),
  );
  const lastDay = apiKey.expiresAt && toLastDay(apiKey.expiresAt);
  const { control, submit, failure } = useZodForm(keyForm, {
    defaultValues: {
      name: apiKey.name,
      scopes: apiKey.scopes,
      endsOn: lastDay,
      networks: apiKey.allowedIps.join("\n"),
      hasRefundLimit: apiKey.refundLimit !== null,
      refundLimit: apiKey.refundLimit,
      handedTo: [],
    },
    error,
    refusedFields: refusedKeyFields,
  });
  const change = submit(({ handedTo: _, expiresAt, ...input }) => {
    // A day that was not changed keeps the instant, which may lie within the day.
    const isSameDay = expiresAt !== null && toLastDay(expiresAt) === lastDay;
    mutate({ ...input, keyId: apiKey.id, expiresAt: isSameDay ? apiKey.expiresAt : expiresAt }, () => onClose(true));
  });
  return (
    <Dialog
      isOpen
      onClose={() => onClose(false)}
      isBusy={isBusy}
      title={t("changeTitle", { name: apiKey.name })}
      description={t("changeText", { prefix: apiKey.prefix })}
      actions={
        <>
          <CloseButton>{t("cancel")}</CloseButton>
          <Button type="submit" form={formId} tone="primary" isBusy={isBusy}>
            {t("save")}
          </Button>
        </>
      }
    >
      <form id={formId} className="flex flex-col gap-4" onSubmit={change} noValidate>
        <KeyFields control={control} />
        {failure ? <FailureNotice error={failure} title={t("failed")} /> : null}
      </form>
      {confirmation}
    </Dialog>
  );
}
