"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import type { StaffRole } from "@/server/domain/people/access";
import { joiningForm } from "@/server/domain/people/self-inputs";
import { NewPasswordField } from "../../panel/sign-in/new-password-field";
import { signInAt } from "../../panel/sign-in/sign-in-client";
import { isFinalFailure, postSignedOut, useToken } from "../../panel/sign-in/signed-out-client";
import { SignedOutFrame } from "../../panel/sign-in/signed-out-frame";
import { Button, ButtonLink } from "../../ui/button";
import { Facts } from "../../ui/facts";
import { FailureNotice } from "../../ui/failure";
import { FormText } from "../../ui/form/text-fields";
import { useZodForm } from "../../ui/form/use-zod-form";
import { Notice } from "../../ui/notice";
import { Skeleton } from "../../ui/skeleton";

/** An invitation to the back-office, as the holder of its link sees it. */
interface Invitation {
  readonly email: string;
  readonly role: StaffRole;
}

/** The screen where an invited person joins the back-office with a name and a password of their own. */
export function StaffInvitationScreen() {
  const t = useTranslations("staff.invitation");
  return (
    <SignedOutFrame title={t("title")}>
      <InvitationContent />
    </SignedOutFrame>
  );
}

function InvitationContent() {
  const t = useTranslations("staff.invitation");
  const token = useToken();
  const { data, error, refetch } = useQuery({
    queryKey: ["staff-invitation", token],
    queryFn: () => postSignedOut<Invitation>("/staff/invitation/look", { token }),
    enabled: token !== null && token !== "",
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (token === "") return <Notice tone="warn">{t("noToken")}</Notice>;
  if (error) {
    return <FailureNotice error={error} title={t("invalid")} onRetry={isFinalFailure(error) ? undefined : refetch} />;
  }
  if (!data || token === null) return <Skeleton className="h-72 w-full" />;
  return <Acceptance key={token} token={token} invitation={data} />;
}

/** The form checks the name by the server's own rules, so the server refuses only passwords. */
const refusedFields = { validation_error: "password" } as const;

function Acceptance({ token, invitation: { email, role } }: { token: string; invitation: Invitation }) {
  const t = useTranslations("staff.invitation");
  const roles = useTranslations("staff.roles");
  const acceptance = useMutation({
    mutationFn: async (fields: { name: string; password: string }) => {
      await postSignedOut("/staff/invitation/accept", { token, ...fields });
      const refusal = await signInAt("staff", { email, password: fields.password }).catch(() => "failed");
      if (refusal !== null) return;
      window.location.assign("/staff");
      // Stays pending until the browser has loaded the next page.
      await new Promise(() => undefined);
    },
  });
  const { control, submit, failure } = useZodForm(joiningForm, {
    defaultValues: { name: "", password: "" },
    error: acceptance.error,
    refusedFields,
  });
  if (acceptance.isSuccess) {
    return (
      <>
        <Notice tone="good">{t("joined")}</Notice>
        <ButtonLink tone="primary" href="/staff/sign-in">
          {t("signIn")}
        </ButtonLink>
      </>
    );
  }
  return (
    <form className="flex flex-col gap-4" onSubmit={submit((input) => acceptance.mutateAsync(input))} noValidate>
      <p>{t("invited")}</p>
      <Facts
        facts={[
          { term: t("email"), value: email },
          { term: t("role"), value: roles(role) },
        ]}
      />
      <input type="email" name="email" value={email} autoComplete="username" readOnly hidden />
      <FormText control={control} name="name" label={t("name")} autoComplete="name" maxLength={80} required />
      <NewPasswordField control={control} name="password" label={t("password")} />
      {failure ? <FailureNotice error={failure} title={t("failed")} /> : null}
      <Button type="submit" tone="primary" isBusy={acceptance.isPending}>
        {t("join")}
      </Button>
    </form>
  );
}
