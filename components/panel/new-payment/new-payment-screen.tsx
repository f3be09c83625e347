"use client";
import { useQuery } from "@tanstack/react-query";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import { useWords } from "../../ui/language";
import { PageHead } from "../../ui/page-head";
import { Skeleton } from "../../ui/skeleton";
import { AccountNotice } from "../account/account-notice";
import { useTRPC } from "../trpc";
import { NewPaymentForm } from "./new-payment-form";
import { newPaymentWords } from "./new-payment-words";

/**
 * A payment that the merchant makes: what it is, and then to the page where its card is entered. What keeps the account from
 * it is said before anything is filled in.
 * @param suggestedCode an order code that is most likely free
 */
export function NewPaymentScreen({ suggestedCode }: { suggestedCode: string }) {
  const said = useWords(newPaymentWords);
  const trpc = useTRPC();
  const account = useQuery(trpc.account.get.queryOptions());
  const terminals = useQuery(trpc.account.terminals.queryOptions());
  const error = account.error ?? terminals.error;
  const retry = () => Promise.all([account.refetch(), terminals.refetch()]);
  const active = terminals.data?.filter((terminal) => terminal.active);
  return (
    <div className="max-w-2xl">
      <PageHead title={said.title} back={{ href: "/panel/payments", label: said.back }}>
        {said.intro}
      </PageHead>
      {error && !(account.data && active) && <FailureNotice error={error} onRetry={retry} />}
      {!error && !(account.data && active) && <Skeleton className="h-96 w-full" />}
      {account.data && !account.data.canCreatePayments && <AccountNotice account={account.data} />}
      {account.data?.canCreatePayments && active?.length === 0 && (
        <Empty title={said.noTerminal}>{said.noTerminalHelp}</Empty>
      )}
      {account.data?.canCreatePayments && active && active.length > 0 && (
        <NewPaymentForm account={account.data} terminals={active} suggestedCode={suggestedCode} />
      )}
    </div>
  );
}
