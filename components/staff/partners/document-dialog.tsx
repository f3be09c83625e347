"use client";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { documentStates } from "@/server/domain/partners/documents";
import { documentInput } from "@/server/domain/partners/settings-inputs";
import { FormSelect } from "../../ui/form/choice-fields";
import { FormTextArea } from "../../ui/form/text-fields";
import { useZodForm } from "../../ui/form/use-zod-form";
import type { PartnerDocument } from "../partner-types";
import { useTRPC } from "../trpc";
import { ChangeDialog, useRefetchPartners } from "./change-dialog";

interface DocumentDialogProps {
  readonly partnerId: string;
  readonly document: PartnerDocument;
  onClose(): void;
}

/** Writes down the state of a document. */
export function DocumentDialog({ partnerId, document, onClose }: DocumentDialogProps) {
  const t = useTranslations("staff.merchant.documents");
  const { kind, state, note } = document;
  const change = useMutation(useTRPC().partner.setDocument.mutationOptions(useRefetchPartners()));
  const { control, submit, failure } = useZodForm(documentInput, {
    defaultValues: { partnerId, kind, state: state === "missing" ? "received" : state, note, seenState: state },
    error: change.error,
  });
  return (
    <ChangeDialog
      title={t(`kinds.${kind}`)}
      description={t("dialogText")}
      saveLabel={t("save")}
      isBusy={change.isPending}
      failure={failure}
      onSubmit={submit((input) => change.mutateAsync(input).then(onClose))}
      onClose={onClose}
    >
      <FormSelect control={control} name="state" label={t("state")}>
        {documentStates.map((one) => (
          <option key={one} value={one}>
            {t(`states.${one}`)}
          </option>
        ))}
      </FormSelect>
      <FormTextArea control={control} name="note" label={t("note")} hint={t("noteHint")} maxLength={500} isOptional />
    </ChangeDialog>
  );
}
