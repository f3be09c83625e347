"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import { PageHead } from "../../ui/page-head";
import { Skeleton } from "../../ui/skeleton";
import { AccountNotice } from "../account/account-notice";
import { useTRPC } from "../trpc";
import { NewPaymentForm } from "./new-payment-form";

/**
 * Creates a payment in the panel and continues to the page where the card is entered. When the account cannot create
 * payments, the reason is shown instead of the form.
 * @param suggestedCode a random order code, which is very likely not used yet
 */
export function NewPaymentScreen({ suggestedCode }: { suggestedCode: string }) {
  const t = useTranslations("panel.newPayment");
  const trpc = useTRPC();
  const account = useQuery(trpc.account.get.queryOptions());
  const terminals = useQuery(trpc.account.terminals.queryOptions());
  const error = account.error ?? terminals.error;
  const retry = () => Promise.all([account.refetch(), terminals.refetch()]);
  const active = terminals.data?.filter((terminal) => terminal.active);
  return (
    <div className="max-w-2xl">
      <PageHead title={t("title")} back={{ href: "/panel/payments", label: t("back") }}>
        {t("intro")}
      </PageHead>
      {error && !(account.data && active) && <FailureNotice error={error} onRetry={retry} />}
      {!error && !(account.data && active) && <Skeleton className="h-96 w-full" />}
      {account.data && !account.data.canCreatePayments && <AccountNotice account={account.data} />}
      {account.data?.canCreatePayments && active?.length === 0 && (
        <Empty title={t("noTerminal")}>{t("noTerminalHelp")}</Empty>
      )}
      {account.data?.canCreatePayments && active && active.length > 0 && (
        <NewPaymentForm account={account.data} terminals={active} suggestedCode={suggestedCode} />
      )}
    </div>
  );
}
