"use client";
import { useQuery } from "@tanstack/react-query";
import { type Control, useWatch } from "react-hook-form";
import { useTranslations } from "use-intl/react";
import type * as z from "zod";
import { keyScopes, movesMoney } from "@/server/domain/accounts/key-rights";
import { scopePermissions } from "@/server/domain/keys/key-grants";
import type { keyForm } from "@/server/domain/keys/new-key";
import { FormCheck } from "../../../ui/form/choice-fields";
import { FormChoices } from "../../../ui/form/choices-field";
import type { Draft } from "../../../ui/form/draft";
import { FormAmount, FormText, FormTextArea } from "../../../ui/form/text-fields";
import { Notice } from "../../../ui/notice";
import { useMay, useMayEach } from "../../role";
import { formatMemberName } from "../../team/remove-dialog";
import { useTRPC } from "../../trpc";

type KeyDraft = Draft<z.input<typeof keyForm>>;
export type KeyControl = Control<KeyDraft, unknown, z.output<typeof keyForm>>;

/** The fields of an API key's name and rights. A right that the user does not have cannot be given. */
export function KeyFields({ control, children }: { control: KeyControl; children?: React.ReactNode }) {
  const t = useTranslations("panel.keys");
  const mayGive = useMayEach(Object.values(scopePermissions));
  const [scopes, hasRefundLimit] = useWatch({ control, name: ["scopes", "hasRefundLimit"] });
  const offered = keyScopes.filter((scope) => mayGive.has(scopePermissions[scope]));
  const options = offered.map((scope) => ({ value: scope, label: t(`scopes.${toTextKey(scope)}`) }));
  return (
    <>
      <FormText
        control={control}
        name="name"
        label={t("name")}
        maxLength={64}
        required
        autoComplete="off"
        placeholder={t("namePlaceholder")}
      />
      <FormChoices
        control={control}
        name="scopes"
        legend={t("rights")}
        hint={offered.length < keyScopes.length ? t("rightsOwnOnly") : t("rightsHint")}
        options={options}
        isColumn
      />
      {movesMoney(scopes) && (
        <div className="flex flex-col gap-2">
          <Notice tone="warn">{t("refundWarn")}</Notice>
          <FormCheck control={control} name="hasRefundLimit" label={t("hasRefundLimit")} />
          {hasRefundLimit && (
            <FormAmount
              control={control}
              name="refundLimit"
              label={t("refundLimit")}
              hint={t("refundLimitHint")}
              sentences={t("amountInvalid")}
            />
          )}
        </div>
      )}
      <FormText
        control={control}
        name="endsOn"
        type="date"
        isOptional
        label={t("endsOn")}
        hint={t("endsOnHint")}
        className="max-w-60"
      />
      <FormTextArea
        control={control}
        name="networks"
        rows={2}
        label={t("networks")}
        hint={t("networksHint")}
        placeholder="203.0.113.7"
        autoComplete="off"
        spellCheck={false}
      />
      {children}
    </>
  );
}

/** Chooses the colleagues who receive the key. It is offered only to users who may see the team. */
export function ReceiversField({ control }: { control: KeyControl }) {
  const t = useTranslations("panel.keys");
  const trpc = useTRPC();
  const { data } = useQuery(trpc.team.list.queryOptions(undefined, { enabled: useMay("team.read") }));
  const colleagues = data?.filter(({ isSelf }) => !isSelf) ?? [];
  if (colleagues.length === 0) return null;
  return (
    <FormChoices
      control={control}
      name="handedTo"
      legend={t("handedTo")}
      hint={t("handedToHint")}
      options={colleagues.map((member) => ({ value: member.userId, label: formatMemberName(member) }))}
    />
  );
}

type TextKey<Scope extends string> = Scope extends `${infer Subject}:${infer Verb}`
  ? `${Subject}${Capitalize<Verb>}`
  : never;

/** Returns the name of a right's text: `payments:write` → `paymentsWrite`, because names of texts have no colon. */
export const toTextKey = <Scope extends string>(scope: Scope): TextKey<Scope> =>
  scope.replace(/:(.)/, (_, letter: string) => letter.toUpperCase()) as TextKey<Scope>;
