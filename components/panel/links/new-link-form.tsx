"use client";
import { useMemo } from "react";
import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl/react";
import { newLinkForm } from "@/server/domain/links/new-link";
import { displayAmount, isPaymentAmount } from "@/server/domain/money";
import { Button } from "../../ui/button";
import { FailureNotice } from "../../ui/failure";
import { FormSelect } from "../../ui/form/choice-fields";
import { FormAmount, FormText } from "../../ui/form/text-fields";
import { useZodForm } from "../../ui/form/use-zod-form";
import { useLanguage } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { SurchargeWarning } from "../surcharge-warning";
import { ItemsEditor } from "./items-editor";
import { LinkNotices } from "./link-notices";
import type { LinkTerms, Terminal } from "./link-types";
import { emptyDraft, type LinkDraftControl } from "./new-link-draft";
import { CommissionShareField, CountsField, TextFields } from "./new-link-fields";
import { useLinkPreview } from "./use-link-preview";

const listFocus = ["items", "items.0.amountKurus"] as const;
const refusedFields = { terminal_not_allowed: "terminalId", installment_not_allowed: "allowedCounts" } as const;

/**
 * Holds the draft of a new link.
 * @param terminals the active terminals
 * @param error the error with which the server refused the link
 */
export function useNewLinkForm(terms: LinkTerms, terminals: readonly Terminal[], error: unknown) {
  const { allowedHosts } = terms;
  const schema = useMemo(() => newLinkForm(allowedHosts), [allowedHosts]);
  const defaultValues = emptyDraft(terminals[0]?.terminalId ?? "");
  return useZodForm(schema, { defaultValues, error, refusedFields, listFocus });
}

type LinkForm = ReturnType<typeof useNewLinkForm>;

interface NewLinkFormProps {
  readonly form: LinkForm;
  readonly terms: LinkTerms;
  readonly terminals: readonly Terminal[];
  readonly isBusy: boolean;
  onSubmit: Parameters<LinkForm["submit"]>[0];
}

/** The fields of a new link. */
export function NewLinkForm({ form, terms, terminals, isBusy, onSubmit }: NewLinkFormProps) {
  const t = useTranslations("panel.newLink");
  const { control, set, failure, hasProblems } = form;
  return (
    <form noValidate className="flex flex-col gap-6" onSubmit={form.submit(onSubmit)}>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormAmount
          control={control}
          name="amountKurus"
          label={t("amount")}
          sentences={t("problems.amount")}
          required
        />
        <TerminalField form={form} terminals={terminals} />
      </div>
      <DraftNotices control={control} terms={terms} />
      <TextFields control={control} />
      <CommissionShareField control={control} onSlide={(bps) => set("customerShareBps", bps)} />
      <ShareWarning control={control} terms={terms} />
      <Counts control={control} terminals={terminals} />
      <RedirectField control={control} terms={terms} />
      <ItemsEditor control={control} onTakeSum={(sum) => set("amountKurus", sum)} />
      {hasProblems && <Notice tone="bad">{t("fix")}</Notice>}
      {failure ? (
        <FailureNotice
          error={failure}
          title={t("failed")}
          unanswered={{ title: t("unanswered.title"), text: t("unanswered.text") }}
        />
      ) : null}
      <div>
        <CreateButton control={control} isBusy={isBusy} />
      </div>
    </form>
  );
}

interface PartProps {
  readonly control: LinkDraftControl;
}

/** Warns of what keeps buyers from paying the drafted link. Screen readers announce it when it appears. */
function DraftNotices({ control, terms }: PartProps & { terms: LinkTerms }) {
  const { preview } = useLinkPreview(control);
  return (
    <div aria-live="polite" className="flex flex-col gap-3 empty:hidden">
      {preview && <LinkNotices notices={preview.notices} limits={terms} stage="draft" />}
    </div>
  );
}

/** Warns of the share of the drafted link where the law may forbid it. */
function ShareWarning({ control, terms: { surchargeWarning } }: PartProps & Pick<NewLinkFormProps, "terms">) {
  const [shareBps, counts] = useWatch({ control, name: ["customerShareBps", "allowedCounts"] });
  return <SurchargeWarning offer={{ shareBps, counts, family: null }} isOn={surchargeWarning} />;
}

function TerminalField({ form: { control, set }, terminals }: Pick<NewLinkFormProps, "form" | "terminals">) {
  const t = useTranslations("panel.newLink");
  return (
    <FormSelect
      control={control}
      name="terminalId"
      label={t("terminal")}
      hint={terminals.length === 0 ? t("noTerminal") : undefined}
      sentences={t("problems.no_terminal")}
      // Another terminal permits other counts.
      onChosen={() => set("allowedCounts", null)}
    >
      {terminals.map(({ terminalId, name }) => (
        <option key={terminalId} value={terminalId}>
          {name}
        </option>
      ))}
    </FormSelect>
  );
}

function Counts({ control, terminals }: PartProps & Pick<NewLinkFormProps, "terminals">) {
  const terminalId = useWatch({ control, name: "terminalId" });
  const permitted = terminals.find((one) => one.terminalId === terminalId)?.effectiveCounts ?? [];
  return <CountsField control={control} permitted={permitted} />;
}

function RedirectField({ control, terms: { allowedHosts } }: PartProps & Pick<NewLinkFormProps, "terms">) {
  const t = useTranslations("panel.newLink");
  const hosts = allowedHosts.length > 0 ? t("redirectHosts", { hosts: allowedHosts.join(", ") }) : null;
  return (
    <FormText
      control={control}
      name="redirectUrl"
      label={t("optional", { label: t("redirectUrl") })}
      hint={[t("redirectHint"), hosts].filter(Boolean).join(" ")}
      type="url"
      inputMode="url"
      autoComplete="off"
      isOptional
    />
  );
}

function CreateButton({ control, isBusy }: PartProps & Pick<NewLinkFormProps, "isBusy">) {
  const t = useTranslations("panel.newLink");
  const language = useLanguage();
  const amountKurus = useWatch({ control, name: "amountKurus" });
  return (
    <Button type="submit" tone="primary" isBusy={isBusy} className="max-sm:w-full">
      {isPaymentAmount(amountKurus) ? t("createFor", { amount: displayAmount(amountKurus, language) }) : t("create")}
    </Button>
  );
}
