"use client";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import type { SignInDoor } from "@/server/domain/people/sign-in";
import { Button, ButtonLink } from "../../ui/button";
import { FailureNotice } from "../../ui/failure";
import { Notice } from "../../ui/notice";
import { postSignedOut, useToken } from "./signed-out-client";
import { SignedOutFrame } from "./signed-out-frame";

/**
 * Makes the browser of a person who opened the link in a mail a known one. Opening it does nothing, because mail
 * scanners open links.
 */
export function DeviceScreen({ door }: { door: SignInDoor }) {
  const t = useTranslations("shared.device");
  const token = useToken();
  const device = useMutation({
    mutationFn: () => postSignedOut<{ email: string }>(`/${door}/device/confirm`, { token }),
  });
  return (
    <SignedOutFrame title={t("title")}>
      {token === "" && <Notice tone="warn">{t("noToken")}</Notice>}
      {device.data ? (
        <>
          <div role="status">
            <Notice tone="good">{t("done", { email: device.data.email })}</Notice>
          </div>
          <ButtonLink tone="primary" href={`/${door}/sign-in`}>
            {t("signIn")}
          </ButtonLink>
        </>
      ) : (
        token !== "" && (
          <>
            <p className="text-ink-soft">{t("what")}</p>
            {device.error ? <FailureNotice error={device.error} title={t("failed")} /> : null}
            <Button tone="primary" isBusy={device.isPending} onClick={() => device.mutate()} className="min-h-11">
              {t("confirm")}
            </Button>
          </>
        )
      )}
    </SignedOutFrame>
  );
}
