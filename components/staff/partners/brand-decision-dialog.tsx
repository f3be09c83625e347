"use client";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import type { z } from "zod";
import { brandDecisionInput } from "@/server/domain/partners/settings-inputs";
import { FormTextArea } from "../../ui/form/text-fields";
import { useZodForm } from "../../ui/form/use-zod-form";
import { ChangeDialog } from "./change-dialog";

interface BrandDecisionProps {
  readonly requestId: string;
  readonly isApproved: boolean;
  readonly title: string;
  /** What follows from the decision. */
  readonly description: string;
  readonly decide: {
    readonly error: unknown;
    readonly isPending: boolean;
    mutateAsync(input: z.output<typeof brandDecisionInput>): Promise<unknown>;
  };
  readonly children?: ReactNode;
  onClose(): void;
}

/** The dialog in which staff decide on a name or a logo. A refusal says why, which the merchant reads. */
export function BrandDecisionDialog(props: BrandDecisionProps) {
  const { requestId, isApproved, title, description, decide, children, onClose } = props;
  const t = useTranslations("staff.merchant.names");
  const { control, submit, failure } = useZodForm(brandDecisionInput, {
    defaultValues: { requestId, isApproved, note: null },
    error: decide.error,
  });
  return (
    <ChangeDialog
      title={title}
      description={description}
      saveLabel={isApproved ? t("approve") : t("refuse")}
      tone={isApproved ? "primary" : "danger"}
      isBusy={decide.isPending}
      failure={failure}
      onSubmit={submit((input) => decide.mutateAsync(input).then(onClose))}
      onClose={onClose}
    >
      {children}
      {!isApproved && (
        <FormTextArea
          control={control}
          name="note"
          label={t("note")}
          hint={t("noteHint")}
          maxLength={500}
          isOptional
          required
        />
      )}
    </ChangeDialog>
  );
}
