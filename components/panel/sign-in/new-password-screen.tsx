"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { newPasswordForm } from "@/server/domain/people/self-inputs";
import type { SignInDoor } from "@/server/domain/people/sign-in";
import { Button, ButtonLink } from "../../ui/button";
import { FailureNotice } from "../../ui/failure";
import { useZodForm } from "../../ui/form/use-zod-form";
import { Notice } from "../../ui/notice";
import { Skeleton } from "../../ui/skeleton";
import { TextLink } from "../../ui/text-link";
import { NewPasswordField } from "./new-password-field";
import { isFinalFailure, postSignedOut, useToken } from "./signed-out-client";
import { SignedOutFrame } from "./signed-out-frame";

/** Sets the new password of a person who opened the link in a mail. */
export function NewPasswordScreen({ door }: { door: SignInDoor }) {
  const t = useTranslations("shared.newPasswordPage");
  const token = useToken();
  const link = useQuery({
    queryKey: ["password-link", door, token],
    queryFn: () => postSignedOut<{ email: string }>(`/${door}/password/look`, { token }),
    enabled: token !== null && token !== "",
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <SignedOutFrame title={t("title")}>
      {token === "" && <Notice tone="warn">{t("noToken")}</Notice>}
      {link.error && (
        <>
          <FailureNotice
            error={link.error}
            title={t("invalid")}
            onRetry={isFinalFailure(link.error) ? undefined : link.refetch}
          />
          <TextLink href={`/${door}/password`}>{t("again")}</TextLink>
        </>
      )}
      {token !== "" && !link.error && !link.data && <Waiting />}
      {token && link.data && <PasswordForm key={token} door={door} token={token} email={link.data.email} />}
    </SignedOutFrame>
  );
}

function Waiting() {
  const t = useTranslations("shared.newPasswordPage");
  return (
    <div aria-busy="true" className="flex flex-col gap-4">
      <p className="sr-only">{t("looking")}</p>
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-9 w-full" />
    </div>
  );
}

/** The server refuses nothing but the password, or the link as a whole. */
const refusedFields = { validation_error: "password" } as const;

function PasswordForm({ door, token, email }: { door: SignInDoor; token: string; email: string }) {
  const t = useTranslations("shared.newPasswordPage");
  const setting = useMutation({
    mutationFn: (fields: { password: string }) => postSignedOut(`/${door}/password/set`, { token, ...fields }),
  });
  const { control, submit, failure } = useZodForm(newPasswordForm, {
    defaultValues: { password: "" },
    error: setting.error,
    refusedFields,
  });
  if (setting.isSuccess) {
    return (
      <>
        <div role="status">
          <Notice tone="good">{t("done")}</Notice>
        </div>
        <ButtonLink tone="primary" href={`/${door}/sign-in`}>
          {t("signIn")}
        </ButtonLink>
      </>
    );
  }
  return (
    <form className="flex flex-col gap-4" onSubmit={submit((input) => setting.mutateAsync(input))} noValidate>
      <p className="text-ink-soft">{t("what", { email })}</p>
      <input type="email" name="email" value={email} autoComplete="username" readOnly hidden />
      <NewPasswordField control={control} name="password" label={t("password")} />
      {failure ? <FailureNotice error={failure} title={t("failed")} /> : null}
      <Button type="submit" tone="primary" isBusy={setting.isPending} className="min-h-11">
        {t("set")}
      </Button>
    </form>
  );
}
