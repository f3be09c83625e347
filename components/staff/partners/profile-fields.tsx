"use client";
import { Plus, Trash2 } from "lucide-react";
import { type Control, useFieldArray, useWatch } from "react-hook-form";
import { useTranslations } from "use-intl/react";
import type * as z from "zod";
import { merchantCategories } from "@/server/domain/partners/categories";
import type { profileChangeInput } from "@/server/domain/partners/profile-inputs";
import { taxNumberKinds } from "@/server/domain/partners/tax-number";
import { Button } from "../../ui/button";
import { FormSelect } from "../../ui/form/choice-fields";
import type { Draft } from "../../ui/form/draft";
import { FormText } from "../../ui/form/text-fields";
import { IconButton } from "../../ui/icon-button";

/** The fields that the forms of a new and of a known merchant share. */
type ProfileDraft = Omit<Draft<z.input<typeof profileChangeInput>>, "partnerId" | "revision" | "reason">;
export type ProfileControl = Control<ProfileDraft, unknown, unknown>;

/** The fields of what is known about a merchant. */
export function ProfileFields({ control }: { control: ProfileControl }) {
  const t = useTranslations("staff.merchant.profile");
  const categories = useTranslations("staff.merchant.categories");
  const taxKind = useWatch({ control, name: "taxKind" });
  return (
    <>
      <FormText control={control} name="name" label={t("name")} hint={t("nameHint")} maxLength={120} required />
      <FormText control={control} name="legalTitle" label={t("legalTitle")} maxLength={250} required />
      <div className="grid gap-4 sm:grid-cols-3">
        <FormSelect control={control} name="taxKind" label={t("taxKind")}>
          {taxNumberKinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`taxKinds.${kind}`)}
            </option>
          ))}
        </FormSelect>
        <FormText
          control={control}
          name="taxNumber"
          label={t(`taxNumbers.${taxKind}`)}
          sentences={{ tax_number: t(`taxNumberWrong.${taxKind}`) }}
          inputMode="numeric"
          maxLength={11}
          required
        />
        <FormText control={control} name="taxOffice" label={t("taxOffice")} maxLength={80} required />
      </div>
      <FormSelect control={control} name="category" label={t("category")}>
        {merchantCategories.map((code) => (
          <option key={code} value={code}>
            {code} {categories(code)}
          </option>
        ))}
      </FormSelect>
      <fieldset className="flex flex-col gap-4">
        <legend className="mb-2 font-medium">{t("legalAddress")}</legend>
        <FormText control={control} name="legalAddress.line" label={t("line")} maxLength={250} required />
        <div className="grid gap-4 sm:grid-cols-3">
          <FormText control={control} name="legalAddress.district" label={t("district")} maxLength={60} required />
          <FormText control={control} name="legalAddress.city" label={t("city")} maxLength={60} required />
          <FormText
            control={control}
            name="legalAddress.postalCode"
            label={t("postalCode")}
            sentences={t("postalCodeWrong")}
            inputMode="numeric"
            maxLength={5}
            isOptional
          />
        </div>
      </fieldset>
      <FormText
        control={control}
        name="correspondenceAddress"
        label={t("correspondenceAddress")}
        hint={t("correspondenceHint")}
        maxLength={300}
        isOptional
      />
      <ContactFields control={control} />
    </>
  );
}

/** As many contacts as `profileChangeInput` takes. */
const contactsMax = 10;

function ContactFields({ control }: { control: ProfileControl }) {
  const t = useTranslations("staff.merchant.profile");
  const { fields, append, remove } = useFieldArray({ control, name: "contacts" });
  return (
    <fieldset>
      <legend className="font-medium">{t("contacts")}</legend>
      <p className="mb-2 text-ink-soft">{t("contactsHint")}</p>
      <ol className="flex flex-col gap-3">
        {fields.map(({ id }, index) => (
          <li key={id} className="rounded-card border border-line p-3">
            <div className="grid gap-4 sm:grid-cols-2">
              <FormText
                control={control}
                name={`contacts.${index}.name`}
                label={t("person")}
                maxLength={120}
                required
              />
              <FormText control={control} name={`contacts.${index}.role`} label={t("role")} maxLength={80} required />
              <FormText
                control={control}
                name={`contacts.${index}.email`}
                label={t("email")}
                type="email"
                maxLength={254}
                isOptional
              />
              <FormText
                control={control}
                name={`contacts.${index}.phone`}
                label={t("phone")}
                sentences={t("phoneWrong")}
                type="tel"
                maxLength={25}
                isOptional
              />
            </div>
            <div className="mt-2 flex justify-end">
              <IconButton label={t("removeContact", { number: index + 1 })} onClick={() => remove(index)}>
                <Trash2 aria-hidden="true" size={16} />
              </IconButton>
            </div>
          </li>
        ))}
      </ol>
      <Button
        className="mt-3"
        onClick={() => append({ name: "", role: "", email: null, phone: null })}
        disabled={fields.length >= contactsMax}
      >
        <Plus aria-hidden="true" size={16} />
        {t("addContact")}
      </Button>
    </fieldset>
  );
}
