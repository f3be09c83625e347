"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { CloseButton, Dialog } from "@/components/ui/dialog";
import { FailureNotice } from "@/components/ui/failure";
import { useZodForm } from "@/components/ui/form/use-zod-form";
import { movesMoney } from "@/server/domain/accounts/key-rights";
import { usualScopes } from "@/server/domain/keys/key-grants";
import { keyForm } from "@/server/domain/keys/new-key";
import { useStanding } from "../../role";
import { useTRPC } from "../../trpc";
import { useMutationWithConfirmation } from "../../use-mutation-with-confirmation";
import { ShownOnce } from "../shown-once";
import { KeyFields, ReceiversField } from "./key-fields";

export const refusedKeyFields = {
  keys_many: "name",
  key_scope_beyond: "scopes",
  key_factor_missing: "scopes",
  key_expiry: "endsOn",
} as const;

/** Asks for a name and the rights, creates an API key, and shows it once. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("panel.keys");
  const trpc = useTRPC();
  const client = useQueryClient();
  const formId = useId();
  const role = useStanding();
  const [made, setMade] = useState<{ readonly apiKey: string; readonly mayRefund: boolean } | null>(null);
  const { mutate, isBusy, error, reset, confirmation } = useMutationWithConfirmation(
    trpc.key.create.mutationOptions({
      onSuccess: () => client.invalidateQueries(trpc.key.list.queryFilter()),
    }),
  );
  const { control, submit, failure } = useZodForm(keyForm, {
    defaultValues: {
      name: "",
      scopes: usualScopes(role),
      endsOn: null,
      networks: "",
      hasRefundLimit: false,
      refundLimit: null,
      handedTo: [],
    },
    error,
    refusedFields: refusedKeyFields,
  });
  const create = submit((input) =>
    mutate(input, ({ apiKey, scopes }) => {
      setMade({ apiKey, mayRefund: movesMoney(scopes) });
      // The mutation keeps its result. The key must be kept only in this dialog, so that closing it discards the key.
      reset();
    }),
  );
  if (made !== null) {
    return (
      <ShownOnce
        title={t("shownTitle")}
        text={t("shownText")}
        warning={made.mayRefund ? t("shownWarnRefund") : t("shownWarn")}
        secret={made.apiKey}
        copyLabel={t("copyKey")}
        done={t("done")}
        onClose={onClose}
      />
    );
  }
  return (
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
        <KeyFields control={control}>
          <ReceiversField control={control} />
        </KeyFields>
        {failure ? <FailureNotice error={failure} title={t("failed")} /> : null}
      </form>
      {confirmation}
    </Dialog>
  );
}
