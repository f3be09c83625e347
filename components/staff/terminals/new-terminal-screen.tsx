"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl/react";
import { displayAmount } from "@/server/domain/money";
import { cardFamilies } from "@/server/domain/pricing/installments";
import { newTerminalForm, terminalModes } from "@/server/domain/terminals/terminal-inputs";
import { bankMaxKurus, freePerTxMaxKurus } from "@/server/domain/terminals/terminal-limits";
import { Button } from "../../ui/button";
import { FailureNotice } from "../../ui/failure";
import { FormCheck, FormSelect } from "../../ui/form/choice-fields";
import { FormAmount } from "../../ui/form/text-fields";
import { useZodForm } from "../../ui/form/use-zod-form";
import { useLanguage } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { PageHead } from "../../ui/page-head";
import { Skeleton } from "../../ui/skeleton";
import { useTRPC } from "../trpc";
import { SettingsFields } from "./settings-fields";
import type { BankOffers } from "./terminal-types";

/** Creates a terminal of a merchant at one of its banks. */
export function NewTerminalScreen({ partnerId }: { partnerId: string }) {
  const t = useTranslations("staff.terminal");
  const trpc = useTRPC();
  const partner = useQuery(trpc.partner.get.queryOptions({ partnerId }));
  const banks = useQuery(trpc.terminal.banks.queryOptions());
  const error = partner.error ?? banks.error;
  return (
    <div className="max-w-2xl">
      <PageHead
        back={{ href: `/staff/partners/${partnerId}`, label: partner.data?.name ?? partnerId }}
        title={t("newTitle")}
      >
        {t("newHelp")}
      </PageHead>
      {error && <FailureNotice error={error} onRetry={() => Promise.all([partner.refetch(), banks.refetch()])} />}
      {!error && !(partner.data && banks.data) && <Skeleton className="h-96 w-full" />}
      {partner.data?.status === "closed" && <Notice tone="bad">{t("partnerIs.closed")}</Notice>}
      {partner.data && partner.data.status !== "closed" && banks.data && (
        <NewTerminalForm partnerId={partnerId} offers={banks.data} />
      )}
    </div>
  );
}

const toDraft = ({ mode, banks }: BankOffers) => ({
  name: "",
  bank: banks[0]?.bank ?? "",
  provider: "bank" as const,
  mode: "standard" as const,
  allowedFamilies: [...cardFamilies],
  supportsForeign: true,
  effectiveCounts: [1, 2, 3, 6, 9, 12],
  dayEndLocal: "00:00",
  commissionBasis: "gross" as const,
  perTx: freePerTxMaxKurus,
  usesSimulatedShop: mode === "sandbox",
});

function NewTerminalForm({ partnerId, offers }: { partnerId: string; offers: BankOffers }) {
  const t = useTranslations("staff.terminal");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const router = useRouter();
  const create = useMutation(
    trpc.terminal.create.mutationOptions({
      onSuccess({ terminalId }) {
        void queries.invalidateQueries(trpc.terminal.pathFilter());
        router.push(`/staff/terminals/${terminalId}`);
      },
    }),
  );
  const form = useZodForm(newTerminalForm, {
    defaultValues: toDraft(offers),
    error: create.error,
  });
  const { submit, failure } = form;
  const isBusy = create.isPending || create.isSuccess;
  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={submit((input) => create.mutateAsync({ ...input, partnerId }))}
      noValidate
    >
      <NewTerminalFields form={form} offers={offers} />
      {failure ? <FailureNotice error={failure} title={t("notCreated")} /> : null}
      <div>
        <Button type="submit" tone="primary" isBusy={isBusy}>
          {t("create")}
        </Button>
      </div>
    </form>
  );
}

type NewForm = ReturnType<typeof useZodForm<typeof newTerminalForm>>;

function NewTerminalFields({ form: { control, set }, offers: { mode, banks } }: { form: NewForm; offers: BankOffers }) {
  const t = useTranslations("staff.terminal");
  const language = useLanguage();
  const [bank, perTx] = useWatch({ control, name: ["bank", "perTx"] });
  const protocol = banks.find((one) => one.bank === bank)?.protocol;
  const bankMax = protocol && bankMaxKurus[protocol];
  return (
    <>
      <FormSelect
        control={control}
        name="bank"
        label={t("bank")}
        hint={t("bankHint")}
        onChosen={(chosen) => {
          const max = bankMaxKurus[banks.find((one) => one.bank === chosen)?.protocol ?? "nestpay"];
          if (max !== null) set("perTx", max);
        }}
      >
        {banks.map(({ bank, name }) => (
          <option key={bank} value={bank}>
            {name}
          </option>
        ))}
      </FormSelect>
      <SettingsFields control={control} />
      <FormSelect control={control} name="mode" label={t("mode")} hint={t("modeHint")}>
        {terminalModes.map((value) => (
          <option key={value} value={value}>
            {t(`modes.${value}`)}
          </option>
        ))}
      </FormSelect>
      <FormAmount
        control={control}
        name="perTx"
        label={t("limitNames.perTx")}
        hint={t("firstPerTxHint", { max: displayAmount(freePerTxMaxKurus, language) })}
        sentences={t("firstPerTxInvalid", { max: displayAmount(freePerTxMaxKurus, language) })}
        required
      />
      {bankMax && perTx !== null && perTx > bankMax ? (
        <Notice tone="warn">{t("aboveBankMax", { max: displayAmount(bankMax, language) })}</Notice>
      ) : null}
      {mode === "sandbox" && (
        <FormCheck
          control={control}
          name="usesSimulatedShop"
          label={t("simulated")}
          hint={t("simulatedHint")}
          sentences={t("notSimulated")}
        />
      )}
    </>
  );
}
