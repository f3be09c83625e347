"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { Button } from "../../ui/button";
import { DateTime } from "../../ui/date-time";
import { Facts } from "../../ui/facts";
import { FailureNotice } from "../../ui/failure";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/section";
import { State } from "../../ui/state";
import type { SelfProcedures } from "./self";

/** The e-mail address of the signed-in user, and whether mail to it is known to arrive. */
export function AddressSection({ self }: { self: SelfProcedures }) {
  const t = useTranslations("shared.security");
  const { data } = useQuery(self.get.queryOptions());
  const asking = useMutation(self.askForAddressProof.mutationOptions());
  if (!data) return null;
  const { email, emailProvedAt } = data;
  return (
    <Section title={t("address.title")}>
      <p className="mb-4 max-w-prose text-ink-soft">{t("address.why")}</p>
      <Facts
        facts={[
          { term: t("address.email"), value: email },
          {
            term: t("address.state"),
            value: emailProvedAt ? <DateTime at={emailProvedAt} /> : <State tone="warn">{t("address.unproved")}</State>,
          },
        ]}
      />
      {asking.isSuccess && (
        <div className="mt-4 max-w-prose" role="status">
          <Notice tone="good">{t("address.sent", { email })}</Notice>
        </div>
      )}
      {asking.error ? <FailureNotice error={asking.error} title={t("failed")} /> : null}
      <Button className="mt-4" isBusy={asking.isPending} onClick={() => asking.mutate()}>
        {t("address.send")}
      </Button>
    </Section>
  );
}
