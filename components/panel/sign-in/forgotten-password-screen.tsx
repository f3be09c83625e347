"use client";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { forgottenPasswordInput } from "@/server/domain/people/self-inputs";
import type { SignInDoor } from "@/server/domain/people/sign-in";
import { Button } from "../../ui/button";
import { FailureNotice } from "../../ui/failure";
import { FormText } from "../../ui/form/text-fields";
import { useZodForm } from "../../ui/form/use-zod-form";
import { Notice } from "../../ui/notice";
import { TextLink } from "../../ui/text-link";
import { postSignedOut } from "./signed-out-client";
import { SignedOutFrame } from "./signed-out-frame";

/** Asks for a link for a new password. The answer is the same for every address. */
export function ForgottenPasswordScreen({ door }: { door: SignInDoor }) {
  const t = useTranslations("shared.forgotten");
  const asking = useMutation({
    mutationFn: (fields: { email: string }) => postSignedOut(`/${door}/password/ask`, fields),
  });
  const { control, submit, failure } = useZodForm(forgottenPasswordInput, {
    defaultValues: { email: "" },
    error: asking.error,
  });
  return (
    <SignedOutFrame title={t("title")}>
      {asking.isSuccess ? (
        <div role="status">
          <Notice tone="good">{t("sent")}</Notice>
        </div>
      ) : (
        <form className="flex flex-col gap-4" onSubmit={submit((input) => asking.mutateAsync(input))} noValidate>
          <p className="text-ink-soft">{t("what")}</p>
          <FormText control={control} name="email" label={t("email")} type="email" autoComplete="username" required />
          {failure ? <FailureNotice error={failure} title={t("failed")} /> : null}
          <Button type="submit" tone="primary" isBusy={asking.isPending} className="min-h-11">
            {t("send")}
          </Button>
        </form>
      )}
      <TextLink href={`/${door}/sign-in`}>{t("back")}</TextLink>
    </SignedOutFrame>
  );
}
