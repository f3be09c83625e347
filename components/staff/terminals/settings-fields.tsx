"use client";
import type { Control, FieldValues, Path } from "react-hook-form";
import { useTranslations } from "use-intl/react";
import { cardFamilies } from "@/server/domain/pricing/installments";
import { commissionBases, terminalProviders, validityMinutes } from "@/server/domain/terminals/terminal-inputs";
import { FormCheck, FormSelect } from "../../ui/form/choice-fields";
import { FormChoices } from "../../ui/form/choices-field";
import { FormText } from "../../ui/form/text-fields";

/** The settings that the form of a new terminal and the form of its changes have in common. */
export interface SettingsDraft extends FieldValues {
  name: string;
  provider: (typeof terminalProviders)[number];
  allowedFamilies: (typeof cardFamilies)[number][];
  supportsForeign: boolean;
  effectiveCounts: number[];
  dayEndLocal: string;
  commissionBasis: (typeof commissionBases)[number];
}

/** The counts that the form offers; 36 is the highest count of a tariff. */
const offeredCounts = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 18, 24, 36];

/** The fields of a terminal's settings. Its own counts are always offered. */
export function SettingsFields<Values extends SettingsDraft, Output>({
  control: given,
  presentCounts = [],
}: {
  control: Control<Values, unknown, Output>;
  presentCounts?: readonly number[];
}) {
  const t = useTranslations("staff.terminal");
  // Every form with these fields has their names; the compiler cannot follow that through a type parameter.
  const control = given as unknown as Control<SettingsDraft, unknown, Output>;
  const counts = [...new Set([...offeredCounts, ...presentCounts])].sort((a, b) => a - b);
  return (
    <>
      <FormText
        control={control}
        name={"name" as Path<SettingsDraft>}
        label={t("name")}
        hint={t("nameHint")}
        maxLength={80}
        required
      />
      <FormSelect control={control} name="provider" label={t("provider")}>
        {terminalProviders.map((value) => (
          <option key={value} value={value}>
            {t("providerWithValidity", { provider: t(`providers.${value}`), minutes: validityMinutes[value] })}
          </option>
        ))}
      </FormSelect>
      <FormChoices
        control={control}
        name="allowedFamilies"
        legend={t("families")}
        sentences={t("chooseOne")}
        options={cardFamilies.map((value) => ({ value, label: t(`familyNames.${value}`) }))}
      />
      <FormCheck control={control} name="supportsForeign" label={t("foreign")} hint={t("foreignHint")} />
      <FormChoices
        control={control}
        name="effectiveCounts"
        legend={t("counts")}
        hint={t("countsHint")}
        sentences={t("chooseOne")}
        options={counts.map((value) => ({ value, label: String(value) }))}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormText
          control={control}
          name="dayEndLocal"
          label={t("dayEnd")}
          hint={t("dayEndHint")}
          sentences={t("timeOfDay")}
          placeholder="00:00"
        />
        <FormSelect control={control} name="commissionBasis" label={t("basis")}>
          {commissionBases.map((value) => (
            <option key={value} value={value}>
              {t(`bases.${value}`)}
            </option>
          ))}
        </FormSelect>
      </div>
    </>
  );
}
