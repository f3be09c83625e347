"use client";
import { type Control, type FieldPathByValue, type FieldValues, useWatch } from "react-hook-form";
import { useTranslations } from "use-intl/react";
import { type PanelRole, panelRoles } from "@/server/domain/people/access";
import { FormSelect } from "../../ui/form/choice-fields";

/** Selects a role and shows its description below. */
export function RoleField<Values extends FieldValues, Output>({
  control,
  name,
}: {
  control: Control<Values, unknown, Output>;
  name: FieldPathByValue<Values, PanelRole>;
}) {
  const words = useTranslations("shared.roles");
  const t = useTranslations("panel.team");
  const role: PanelRole = useWatch({ control, name });
  return (
    <FormSelect<Values, Output, PanelRole> control={control} name={name} label={t("role")} hint={words(`${role}.help`)}>
      {panelRoles.map((one) => (
        <option key={one} value={one}>
          {words(`${one}.name`)}
        </option>
      ))}
    </FormSelect>
  );
}
