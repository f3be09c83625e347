"use client";
import { type FormEvent, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { reasonForm } from "@/server/domain/pricing/pricing-inputs";
import { Button } from "../../ui/button";
import { FailureNotice } from "../../ui/failure";
import { CheckField } from "../../ui/field";
import { FormTextArea } from "../../ui/form/text-fields";
import { useZodForm } from "../../ui/form/use-zod-form";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/section";
import type { StaffOutputs } from "../outputs";
import type { Comparison } from "./bin-types";

interface ImportInput {
  readonly content: string;
  readonly fileName: string;
  readonly version: number;
  readonly removeMany: boolean;
  readonly reason: string;
}

interface ImportFormProps {
  readonly comparison: Comparison;
  readonly file: { readonly fileName: string; readonly content: string };
  readonly done: {
    readonly data: StaffOutputs["bin"]["import"] | undefined;
    readonly error: unknown;
    readonly isPending: boolean;
    mutateAsync(input: ImportInput): Promise<unknown>;
  };
}

/** Confirms an import that was compared: its reason, and the removal of many rows where it removes many. */
export function ImportForm({ comparison, file, done }: ImportFormProps) {
  const t = useTranslations("staff.bins");
  const { version, removesMany, counts, imported } = comparison;
  const [removeMany, setRemoveMany] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const agreement = useRef<HTMLInputElement>(null);
  const { control, submit, failure } = useZodForm(reasonForm, { defaultValues: { reason: "" }, error: done.error });
  const isBlocked = removesMany && !removeMany;
  const send = submit(({ reason }) => done.mutateAsync({ ...file, version, removeMany, reason }));
  const sendUnlessBlocked = (event: FormEvent) => {
    setRefused(isBlocked);
    if (!isBlocked) return send(event);
    event.preventDefault();
    agreement.current?.focus();
  };
  if (done.data) {
    const { kind } = done.data;
    return (
      <Notice tone={kind === "imported" ? "good" : "bad"} isUrgent>
        {kind === "imported" ? t("importDone", done.data) : t(kind === "outdated" ? "outdated" : "refusedImport")}
      </Notice>
    );
  }
  return (
    <Section title={t("confirm")}>
      <form className="flex max-w-xl flex-col gap-3" onSubmit={sendUnlessBlocked} noValidate>
        {failure !== null && <FailureNotice error={failure} title={t("notImported")} />}
        {removesMany && (
          <Notice tone="warn" title={t("removesMany", { removed: counts.removed, imported })}>
            <CheckField
              ref={agreement}
              error={isRefused && isBlocked ? t("removeManyNeeded") : null}
              label={t("removeMany")}
              checked={removeMany}
              onChange={({ target }) => setRemoveMany(target.checked)}
            />
          </Notice>
        )}
        <FormTextArea control={control} name="reason" label={t("reason")} hint={t("reasonHint")} />
        <div>
          <Button tone="primary" type="submit" isBusy={done.isPending}>
            {t("importYes")}
          </Button>
        </div>
      </form>
    </Section>
  );
}
