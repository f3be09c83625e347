"use client";
import type { FieldValues } from "react-hook-form";
import { useTranslations } from "use-intl/react";
import { FormTextArea } from "../../ui/form/text-fields";
import type { Bound } from "../../ui/form/use-bound";

/** The field in which a member of staff says why they make a change. It is in the audit log. */
export function ReasonField<Values extends FieldValues, Output>({
  control,
  name,
}: Bound<Values, Output, string | null>) {
  const t = useTranslations("staff.merchant");
  return (
    <FormTextArea control={control} name={name} label={t("reason")} hint={t("reasonHint")} maxLength={500} required />
  );
}
