"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { chargebackStatementInput } from "@/server/domain/chargebacks/chargeback-inputs";
import { Button } from "../../ui/button";
import { FailureNotice } from "../../ui/failure";
import { FormTextArea } from "../../ui/form/text-fields";
import { useZodForm } from "../../ui/form/use-zod-form";
import { Notice } from "../../ui/notice";
import { useTRPC } from "../trpc";
import type { Chargeback } from "./chargeback-types";

const refusedFields = { sensitive_data_not_allowed: "statement" } as const;

/** The form with which the merchant writes the statement, and writes it again while the chargeback is open. */
export function StatementForm({ chargeback: { chargebackId, statement } }: { chargeback: Chargeback }) {
  const t = useTranslations("panel.chargeback.statement");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const save = useMutation(
    trpc.chargeback.writeStatement.mutationOptions({
      onSettled: () => queries.invalidateQueries(trpc.chargeback.pathFilter()),
    }),
  );
  const { control, submit, failure } = useZodForm(chargebackStatementInput, {
    defaultValues: { chargebackId, statement: statement ?? "" },
    error: save.error,
    refusedFields,
  });
  return (
    <form className="flex flex-col gap-3" onSubmit={submit((input) => save.mutateAsync(input))} noValidate>
      <FormTextArea
        control={control}
        name="statement"
        label={t("label")}
        hint={t("hint")}
        rows={8}
        maxLength={2_000}
        required
      />
      <div aria-live="polite" className="empty:hidden">
        {save.isSuccess && (
          <Notice tone="good" title={t("saved")}>
            {t("savedHelp")}
          </Notice>
        )}
      </div>
      {failure ? <FailureNotice error={failure} title={t("notSaved")} /> : null}
      <div>
        <Button type="submit" tone="primary" isBusy={save.isPending}>
          {t("save")}
        </Button>
      </div>
    </form>
  );
}
