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
 * Proves the address of a person who opened the link in a mail. Opening it does nothing, because mail scanners open
 * links.
 */
export function AddressProofScreen({ door }: { door: SignInDoor }) {
  const t = useTranslations("shared.addressProof");
  const token = useToken();
  const proof = useMutation({
    mutationFn: () => postSignedOut<{ email: string }>(`/${door}/address/prove`, { token }),
  });
  return (
    <SignedOutFrame title={t("title")}>
      {token === "" && <Notice tone="warn">{t("noToken")}</Notice>}
      {proof.data ? (
        <>
          <div role="status">
            <Notice tone="good">{t("done", { email: proof.data.email })}</Notice>
          </div>
          <ButtonLink href={`/${door}`}>{t("home")}</ButtonLink>
        </>
      ) : (
        token !== "" && (
          <>
            <p className="text-ink-soft">{t("what")}</p>
            {proof.error ? <FailureNotice error={proof.error} title={t("failed")} /> : null}
            <Button tone="primary" isBusy={proof.isPending} onClick={() => proof.mutate()} className="min-h-11">
              {t("confirm")}
            </Button>
          </>
        )
      )}
    </SignedOutFrame>
  );
}
