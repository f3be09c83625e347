"use client";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl/react";
import { bankDayForm } from "@/server/domain/bank-days/bank-day-inputs";
import { readScope, writeScope } from "@/server/domain/bank-days/scope";
import { Button } from "../../ui/button";
import { FailureNotice } from "../../ui/failure";
import { TextField } from "../../ui/field";
import { FormSelect } from "../../ui/form/choice-fields";
import { FormText } from "../../ui/form/text-fields";
import { useZodForm } from "../../ui/form/use-zod-form";
import { Notice } from "../../ui/notice";
import { TextLink } from "../../ui/text-link";
import { useTRPC } from "../trpc";
import { bankDaysHref, type ImportChoices } from "./bank-day-types";
import { useDayWords } from "./day-words";
import { FileFaults, LayoutHelp } from "./file-faults";
import { useChosenFile } from "./use-chosen-file";
import { useRefetchBankDays } from "./use-refetch-bank-days";

const refusedFields = { bank_day_not_ended: "day", bank_day_covered: "covers", choice: "covers" } as const;

interface ImportFormProps {
  readonly choices: ImportChoices;
  /** What the address says; null where it says nothing. */
  readonly chosen: { readonly formatId: string | null; readonly covers: string | null; readonly day: string | null };
}

/** Sends a day-end file with its layout, its day and what it covers. An imported file leads to the page of its day. */
export function ImportForm({ choices, chosen }: ImportFormProps) {
  const t = useTranslations("staff.bankDays");
  const router = useRouter();
  const { toFormat } = useDayWords();
  const file = useChosenFile(() => upload.reset());
  const upload = useMutation(
    useTRPC().bankDay.import.mutationOptions({
      ...useRefetchBankDays(),
      onSuccess: (done) => {
        if (done.kind === "imported") router.push(`${bankDaysHref}/${done.bankDayId}`);
      },
    }),
  );
  const [first] = choices.formats;
  const { control, submit, failure } = useZodForm(bankDayForm, {
    defaultValues: {
      formatId: choices.formats.find(({ id }) => id === chosen.formatId)?.id ?? first?.id ?? "",
      covers: chosen.covers ?? "all",
      day: chosen.day ?? "",
    },
    error: upload.error,
    refusedFields,
  });
  const formatId = useWatch({ control, name: "formatId" });
  const format = choices.formats.find(({ id }) => id === formatId);
  const send = submit(async ({ covers, ...input }) => {
    const packed = await file.pack();
    if (packed) await upload.mutateAsync({ ...input, scope: readScope(covers), ...packed });
  });
  return (
    <>
      <form className="flex max-w-xl flex-col gap-4" onSubmit={send} noValidate>
        <FormText control={control} name="day" type="date" label={t("day")} hint={t("dayHint")} required />
        <FormSelect control={control} name="covers" label={t("covers")} hint={t("coversHint")}>
          <CoverOptions banks={choices.banks} />
        </FormSelect>
        <FormSelect control={control} name="formatId" label={t("format")}>
          {choices.formats.map(({ id }) => (
            <option key={id} value={id}>
              {toFormat(id)}
            </option>
          ))}
        </FormSelect>
        {format && <LayoutHelp format={format} />}
        <TextField
          ref={file.field}
          type="file"
          accept=".csv,.txt,.xlsx,text/csv"
          label={t("file")}
          hint={t("fileHint")}
          error={file.problem && t(`fileProblems.${file.problem}`)}
          onChange={file.choose}
          required
        />
        {file.problem === "tooLarge" && <Command />}
        <div>
          <Button tone="primary" type="submit" isBusy={upload.isPending || upload.data?.kind === "imported"}>
            {t("importSave")}
          </Button>
        </div>
      </form>
      <div className="mt-6 grid max-w-3xl gap-3 empty:hidden">
        {failure !== null && <FailureNotice error={failure} title={t("notImported")} />}
        {upload.data?.kind === "same" && (
          <Notice tone="info" title={t("same")} isUrgent>
            {t("sameHelp")}{" "}
            <TextLink isInText href={`${bankDaysHref}/${upload.data.bankDayId}`}>
              {t("toDay")}
            </TextLink>
          </Notice>
        )}
        {upload.data?.kind === "faulty" && format && <FileFaults found={upload.data} format={format} />}
      </div>
    </>
  );
}

/** What a file can cover: every bank, the banks of one protocol, or one bank. */
function CoverOptions({ banks }: Pick<ImportChoices, "banks">) {
  const t = useTranslations("staff.bankDays");
  const { toProtocol } = useDayWords();
  const protocols = [...new Set(banks.map(({ protocol }) => protocol))];
  return (
    <>
      <option value="all">{t("allBanks")}</option>
      <optgroup label={t("oneBank")}>
        {banks.map(({ bank, name }) => (
          <option key={bank} value={writeScope({ of: "bank", name: bank })}>
            {name}
          </option>
        ))}
      </optgroup>
      <optgroup label={t("oneProtocol")}>
        {protocols.map((protocol) => (
          <option key={protocol} value={writeScope({ of: "protocol", name: protocol })}>
            {t("banksOf", { protocol: toProtocol(protocol) })}
          </option>
        ))}
      </optgroup>
    </>
  );
}

const Command = () => (
  <code className="block rounded-control bg-surface px-3 py-2 text-xs wrap-anywhere">
    npm run admin -- bank-day import FILE DAY --format LAYOUT
  </code>
);
