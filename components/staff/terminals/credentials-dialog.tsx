"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl/react";
import { bankSystems } from "@/server/domain/banks/bank-address";
import { listCredentialFields, usualCredentials } from "@/server/domain/banks/credentials";
import { credentialsForm } from "@/server/domain/terminals/credential-inputs";
import { useMutationWithConfirmation } from "../../panel/use-mutation-with-confirmation";
import { Button } from "../../ui/button";
import { CloseButton, Dialog } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";
import { SelectField } from "../../ui/field";
import { FormCheck, FormSelect } from "../../ui/form/choice-fields";
import { FormPassword, FormText } from "../../ui/form/text-fields";
import { useZodForm } from "../../ui/form/use-zod-form";
import { Notice } from "../../ui/notice";
import { useMayAsStaff } from "../staff-shell";
import { useTRPC } from "../trpc";
import type { BankOffers, TerminalDetail } from "./terminal-types";

type Offer = BankOffers["banks"][number];

interface CredentialsProps {
  readonly terminal: TerminalDetail;
  onClose(): void;
}

/** Enters credentials of a terminal: the bank first, then the fields that its protocol asks for. */
export function CredentialsDialog({ terminal, onClose }: CredentialsProps) {
  const t = useTranslations("staff.terminal");
  const banks = useQuery(useTRPC().terminal.banks.queryOptions());
  const [bank, setBank] = useState(terminal.bank.id);
  const [isBusy, setBusy] = useState(false);
  const formId = useId();
  const [isDone, setDone] = useState(false);
  const offer = banks.data?.banks.find((one) => one.bank === bank);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={isBusy}
      title={t("credentialsTitle")}
      description={t(terminal.mode === "live" ? "credentialsHelpLive" : "credentialsHelp")}
      actions={
        <>
          <CloseButton>{isDone ? t("close") : t("cancel")}</CloseButton>
          {!isDone && (
            <Button type="submit" form={formId} tone="primary" isBusy={isBusy}>
              {t("seal")}
            </Button>
          )}
        </>
      }
    >
      {isDone ? (
        <Notice tone="info" isUrgent>
          {t("proposed")}
        </Notice>
      ) : (
        <>
          <SelectField label={t("bank")} value={bank} onChange={({ currentTarget }) => setBank(currentTarget.value)}>
            {banks.data?.banks.map(({ bank, name }) => (
              <option key={bank} value={bank}>
                {name}
              </option>
            ))}
          </SelectField>
          {offer && (
            <CredentialsForm
              key={bank}
              {...{ terminal, offer, formId, setBusy, mode: terminal.mode }}
              onEntered={(isProposed) => {
                // The form goes away here, so it cannot say itself that the work has ended.
                setBusy(false);
                if (isProposed) setDone(true);
                else onClose();
              }}
            />
          )}
        </>
      )}
    </Dialog>
  );
}

interface FormProps {
  readonly terminal: TerminalDetail;
  readonly offer: Offer;
  readonly mode: BankOffers["mode"];
  readonly formId: string;
  setBusy(isBusy: boolean): void;
  onEntered(isProposed: boolean): void;
}

function CredentialsForm({ terminal, offer, mode, formId, setBusy, onEntered }: FormProps) {
  const t = useTranslations("staff.terminal");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const mayOverride = useMayAsStaff("terminal.override");
  const isSandbox = mode === "sandbox";
  const enter = useMutationWithConfirmation(
    trpc.terminal.enterCredentials.mutationOptions({
      onSettled: () => void queries.invalidateQueries(trpc.terminal.pathFilter()),
    }),
  );
  useEffect(() => setBusy(enter.isBusy), [setBusy, enter.isBusy]);
  const [schema] = useState(() => credentialsForm(offer.protocol, mode));
  const form = useZodForm(schema, {
    defaultValues: {
      bank: offer.bank,
      system: isSandbox ? "test" : "live",
      usesSimulatedShop: isSandbox,
      endpoints: { gate: "", api: "" },
      credentials: usualCredentials(offer.protocol),
      overrides: false,
      reason: "",
    },
    error: enter.error,
  });
  const { control, submit, failure } = form;
  const usesSimulatedShop = useWatch({ control, name: "usesSimulatedShop" });
  const { terminalId, connection } = terminal;
  return (
    <form
      id={formId}
      className="flex flex-col gap-4"
      onSubmit={submit((input) =>
        enter.mutate({ ...input, terminalId }, ({ outcome }) => onEntered(outcome === "proposed")),
      )}
      noValidate
      autoComplete="off"
    >
      {isSandbox && (
        <FormCheck control={control} name="usesSimulatedShop" label={t("simulated")} hint={t("simulatedHint")} />
      )}
      {!usesSimulatedShop && <AgreementFields {...{ form, offer, mode, mayOverride }} />}
      {connection?.live && mayOverride && (
        <FormCheck control={control} name="overrides" label={t("overridesDoctor")} hint={t("overridesDoctorHint")} />
      )}
      <FormText control={control} name="reason" label={t("reason")} hint={t("reasonHint")} required />
      {failure ? <FailureNotice error={failure} title={t("notSaved")} /> : null}
      {enter.confirmation}
    </form>
  );
}

type AnyForm = ReturnType<typeof useZodForm<ReturnType<typeof credentialsForm>>>;

interface AgreementProps {
  readonly form: AnyForm;
  readonly offer: Offer;
  readonly mode: BankOffers["mode"];
  readonly mayOverride: boolean;
}

/** The fields of the agreement, each with where the bank shows its value, and the addresses of the bank. */
function AgreementFields({ form: { control }, offer, mode, mayOverride }: AgreementProps) {
  const t = useTranslations("staff.terminal");
  const system = useWatch({ control, name: "system" });
  const systems = bankSystems.filter((one) => (mode === "sandbox" ? one !== "live" : one === "live" || mayOverride));
  const proposed = system === "own" ? null : offer[system];
  return (
    <>
      {listCredentialFields(offer.protocol).map(({ name, key, isSecret }) => {
        const Field = isSecret ? FormPassword : FormText;
        return (
          <Field
            key={name}
            control={control}
            name={`credentials.${name}`}
            label={t(`credentials.${key}.label`)}
            hint={t(`credentials.${key}.where`)}
            sentences={{ invalid: t("credentialInvalid"), blank: t("credentialBlank") }}
            autoComplete="off"
            spellCheck={false}
          />
        );
      })}
      <FormSelect control={control} name="system" label={t("system")}>
        {systems.map((value) => (
          <option key={value} value={value}>
            {t(`systems.${value}`)}
          </option>
        ))}
      </FormSelect>
      {proposed ? (
        <p className="font-mono text-xs text-ink-soft wrap-anywhere">
          {proposed.gate}
          <br />
          {proposed.api}
        </p>
      ) : (
        <>
          <FormText control={control} name="endpoints.gate" label={t("gate")} sentences={t("addressInvalid")} />
          <FormText control={control} name="endpoints.api" label={t("api")} sentences={t("addressInvalid")} />
        </>
      )}
    </>
  );
}
