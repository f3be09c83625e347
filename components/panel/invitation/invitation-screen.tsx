"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import type { PanelRole } from "@/server/domain/people/access";
import { joiningForm } from "@/server/domain/people/self-inputs";
import { Button, ButtonLink } from "../../ui/button";
import { Facts } from "../../ui/facts";
import { FailureNotice } from "../../ui/failure";
import { FormText } from "../../ui/form/text-fields";
import { useZodForm } from "../../ui/form/use-zod-form";
import { Notice } from "../../ui/notice";
import { Skeleton } from "../../ui/skeleton";
import { NewPasswordField } from "../sign-in/new-password-field";
import { signInAt } from "../sign-in/sign-in-client";
import { isFinalFailure, postSignedOut, useToken } from "../sign-in/signed-out-client";
import { SignedOutFrame } from "../sign-in/signed-out-frame";

/** The screen where a colleague accepts an invitation with a name and a new password. */
export function InvitationScreen() {
  const t = useTranslations("panel.invitation");
  const token = useToken();
  const { data, error, refetch } = useQuery({
    queryKey: ["invitation", token],
    queryFn: () => fetchInvitation(token ?? ""),
    enabled: token !== null && token !== "",
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (token === "") {
    return (
      <Frame>
        <Notice tone="warn">{t("noToken")}</Notice>
      </Frame>
    );
  }
  if (error) {
    return (
      <Frame>
        <FailureNotice error={error} title={t("invalid")} onRetry={isFinalFailure(error) ? undefined : refetch} />
      </Frame>
    );
  }
  return <Frame>{data && token ? <Acceptance key={token} token={token} invitation={data} /> : <Waiting />}</Frame>;
}

function Frame({ children }: { children: ReactNode }) {
  const t = useTranslations("panel.invitation");
  return <SignedOutFrame title={t("title")}>{children}</SignedOutFrame>;
}

function Waiting() {
  const t = useTranslations("panel.invitation");
  return (
    <div aria-busy="true" className="flex flex-col gap-4">
      <p className="sr-only">{t("looking")}</p>
      <Skeleton className="h-5 w-3/4" />
      <Skeleton className="h-28 w-full" />
      <Skeleton className="h-16 w-full" />
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-9 w-full" />
    </div>
  );
}

/** The form checks the name by the server's own rules, so the server refuses only passwords. */
const refusedFields = { validation_error: "password" } as const;

function Acceptance({ token, invitation }: { token: string; invitation: Invitation }) {
  const t = useTranslations("panel.invitation");
  const roles = useTranslations("shared.roles");
  const { accountName, email, role } = invitation;
  const acceptance = useMutation({
    mutationFn: async (fields: { name: string; password: string }) => {
      await acceptInvitation({ token, ...fields });
      const refusal = await signInAt("panel", { email, password: fields.password }).catch(() => "failed");
      if (refusal !== null) return;
      window.location.assign("/panel");
      // Stays pending until the browser has loaded the next page.
      await new Promise(() => undefined);
    },
  });
  const { control, submit, failure } = useZodForm(joiningForm, {
    defaultValues: { name: "", password: "" },
    error: acceptance.error,
    refusedFields,
  });
  if (acceptance.isSuccess) return <Joined />;
  return (
    <form className="flex flex-col gap-4" onSubmit={submit((input) => acceptance.mutateAsync(input))} noValidate>
      <p>{t("invited", { account: accountName })}</p>
      <Facts
        facts={[
          { term: t("account"), value: accountName },
          { term: t("email"), value: email },
          { term: t("role"), value: `${roles(`${role}.name`)}: ${roles(`${role}.help`)}` },
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

/** The user exists, but the automatic sign-in failed, so the screen links to the sign-in page. */
function Joined() {
  const t = useTranslations("panel.invitation");
  return (
    <>
      <Notice tone="good">{t("joined")}</Notice>
      <ButtonLink tone="primary" href="/panel/sign-in">
        {t("signIn")}
      </ButtonLink>
    </>
  );
}

/** An invitation, as the holder of its link sees it. */
interface Invitation {
  readonly accountName: string;
  readonly email: string;
  readonly role: PanelRole;
  /** The expiry as an RFC 3339 timestamp. */
  readonly expiresAt: string;
}

const fetchInvitation = (token: string): Promise<Invitation> => postSignedOut("/panel/invitation/look", { token });

const acceptInvitation = (fields: {
  readonly token: string;
  readonly name: string;
  readonly password: string;
}): Promise<{ email: string }> => postSignedOut("/panel/invitation/accept", fields);
