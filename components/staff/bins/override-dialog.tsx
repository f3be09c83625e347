"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslations } from "use-intl/react";
import { cardSchemes } from "@/server/domain/card";
import { brandNames } from "@/server/domain/pricing/card-brand-names";
import { cardBrands, cardFamilies } from "@/server/domain/pricing/installments";
import { binOverrideInput } from "@/server/domain/pricing/pricing-inputs";
import { Button } from "../../ui/button";
import { CloseButton, Dialog } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";
import { FormCheck, FormSelect } from "../../ui/form/choice-fields";
import { FormText, FormTextArea } from "../../ui/form/text-fields";
import { useZodForm } from "../../ui/form/use-zod-form";
import { Notice } from "../../ui/notice";
import { readFailure } from "../../ui/read-failure";
import { useTRPC } from "../trpc";
import type { BinOverride } from "./bin-types";

interface OverrideProps {
  /** The override that is changed; null for a new one. */
  readonly row: BinOverride | null;
  /** The names of banks that the table has. */
  readonly banks: readonly string[];
  onClose(): void;
}

const confidences = ["high", "medium", "low"] as const;

/** Enters facts about the cards with a prefix, which count instead of the table's. */
export function OverrideDialog({ row, banks, onClose }: OverrideProps) {
  const t = useTranslations("staff.bins");
  const families = useTranslations("shared.cardFamilies");
  const [formId, banksId] = [useId(), useId()];
  const queries = useQueryClient();
  const override = useMutation(
    useTRPC().bin.override.mutationOptions({
      onSuccess: () => {
        void queries.invalidateQueries();
        onClose();
      },
    }),
  );
  const { control, submit, failure } = useZodForm(binOverrideInput, {
    defaultValues: {
      bin: row?.bin ?? "",
      bank: row?.bank || null,
      brand: row?.brand ?? "",
      family: row?.family ?? "credit",
      scheme: cardSchemes.find((one) => one === row?.scheme) ?? "",
      commercial: row?.commercial ?? false,
      confidence: row?.confidence ?? "high",
      reason: "",
    },
    error: override.error,
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={override.isPending}
      title={t(row ? "editTitle" : "addTitle")}
      description={t("overrideText")}
      actions={
        <>
          <CloseButton>{t("cancel")}</CloseButton>
          <Button tone="primary" type="submit" form={formId} isBusy={override.isPending}>
            {t("save")}
          </Button>
        </>
      }
    >
      <form id={formId} className="flex flex-col gap-3" onSubmit={submit((input) => override.mutateAsync(input))}>
        {failure !== null && <OverrideFailure error={failure} />}
        <FormText
          control={control}
          name="bin"
          label={t("bin")}
          hint={t("binHint")}
          inputMode="numeric"
          autoComplete="off"
          readOnly={row !== null}
          sentences={{ invalid: t("binInvalid") }}
        />
        <FormText control={control} name="bank" label={t("bank")} hint={t("bankHint")} list={banksId} isOptional />
        <datalist id={banksId}>
          {banks.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <div className="grid gap-3 sm:grid-cols-2">
          <FormSelect control={control} name="family" label={t("family")}>
            {cardFamilies.map((one) => (
              <option key={one} value={one}>
                {families(one)}
              </option>
            ))}
          </FormSelect>
          <FormSelect control={control} name="brand" label={t("brand")}>
            <option value="">{t("noBrand")}</option>
            {cardBrands.map((one) => (
              <option key={one} value={one}>
                {brandNames[one]}
              </option>
            ))}
          </FormSelect>
          <FormSelect control={control} name="scheme" label={t("scheme")}>
            <option value="">{t("unknownScheme")}</option>
            {cardSchemes.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </FormSelect>
          <FormSelect control={control} name="confidence" label={t("confidence")}>
            {confidences.map((one) => (
              <option key={one} value={one}>
                {t(`confidences.${one}`)}
              </option>
            ))}
          </FormSelect>
        </div>
        <FormCheck control={control} name="commercial" label={t("commercial")} />
        <FormTextArea control={control} name="reason" label={t("reason")} hint={t("reasonHint")} />
      </form>
    </Dialog>
  );
}

function OverrideFailure({ error }: { error: unknown }) {
  const t = useTranslations("staff.bins");
  if (readFailure(error).code === "validation_error") {
    return (
      <Notice tone="bad" title={t("notSaved")} isUrgent>
        {t("sameOverride")}
      </Notice>
    );
  }
  return <FailureNotice error={error} title={t("notSaved")} />;
}
