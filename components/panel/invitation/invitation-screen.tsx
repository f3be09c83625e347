"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useSyncExternalStore } from "react";
import { Button, ButtonLink } from "../../ui/button";
import { Facts } from "../../ui/facts";
import { FailureNotice } from "../../ui/failure";
import { TextField } from "../../ui/field";
import { useLanguage, useWords } from "../../ui/language";
import { LanguageSwitch } from "../../ui/language-switch";
import { Notice } from "../../ui/notice";
import { Skeleton } from "../../ui/skeleton";
import { NewPasswordField } from "../sign-in/new-password-field";
import { signInAt } from "../sign-in/sign-in-client";
import { roleWords } from "../words/roles";
import { acceptInvitation, type Invitation, lookAtInvitation } from "./invitation-client";
import { invitationWords } from "./invitation-words";

const onHashChange = (changed: () => void) => {
  window.addEventListener("hashchange", changed);
  return () => window.removeEventListener("hashchange", changed);
};

/** The token behind the `#` of the address; null on the server, which never hears of it. */
const useToken = (): string | null =>
  useSyncExternalStore(
    onHashChange,
    () => window.location.hash.slice(1),
    () => null,
  );

/** Where a colleague joins an account: what they were invited to, their name, a password of their own. */
export function InvitationScreen() {
  const said = useWords(invitationWords);
  const token = useToken();
  const { data, error, refetch } = useQuery({
    queryKey: ["invitation", token],
    queryFn: () => lookAtInvitation(token ?? ""),
    enabled: token !== null && token !== "",
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (token === "") {
    return (
      <Frame>
        <Notice tone="warn">{said.noToken}</Notice>
      </Frame>
    );
  }
  if (error) {
    return (
      <Frame>
        <FailureNotice error={error} title={said.invalid} onRetry={isFinal(error) ? undefined : refetch} />
      </Frame>
    );
  }
  return (
    <Frame>{data && token ? <Acceptance key={token} token={token} invitation={data} /> : <Waiting />}</Frame>
  );
}

/** A link that is not valid stays so. */
const isFinal = (error: unknown): boolean =>
  (error as { data?: { code?: string } }).data?.code === "invitation_invalid";

function Frame({ children }: { children: ReactNode }) {
  const said = useWords(invitationWords);
  return (
    <main className="flex min-h-dvh flex-col bg-surface px-4 py-8 sm:items-center sm:justify-center">
      <div className="w-full sm:max-w-md">
        <p className="mb-4 px-1 text-lg font-semibold tracking-tight">Vezne</p>
        <div className="flex flex-col gap-6 rounded-card border border-line bg-paper p-6 sm:p-8">
          <h1 className="text-xl font-semibold">{said.title}</h1>
          {children}
        </div>
        <div className="mt-4 flex justify-end">
          <LanguageSwitch />
        </div>
      </div>
    </main>
  );
}

function Waiting() {
  const said = useWords(invitationWords);
  return (
    <div aria-busy="true" className="flex flex-col gap-4">
      <p className="sr-only">{said.looking}</p>
      <Skeleton className="h-5 w-3/4" />
      <Skeleton className="h-28 w-full" />
      <Skeleton className="h-16 w-full" />
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-9 w-full" />
    </div>
  );
}

function Acceptance({ token, invitation }: { token: string; invitation: Invitation }) {
  const said = useWords(invitationWords);
  const roles = roleWords[useLanguage()];
  const { accountName, email, role } = invitation;
  const acceptance = useMutation({
    mutationFn: async (fields: { name: string; password: string }) => {
      await acceptInvitation({ token, ...fields });
      const refusal = await signInAt("panel", { email, password: fields.password }).catch(() => "failed");
      if (refusal !== null) return;
      window.location.assign("/panel");
      // Busy until the other page is there.
      await new Promise(() => undefined);
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    acceptance.mutate({ name: String(form.get("name")), password: String(form.get("password")) });
  };
  if (acceptance.isSuccess) return <Joined />;
  return (
    <form method="post" className="flex flex-col gap-4" onSubmit={submit}>
      <p>{said.invited(accountName)}</p>
      <Facts
        facts={[
          { term: said.account, value: accountName },
          { term: said.email, value: email },
          { term: said.role, value: `${roles[role].name}: ${roles[role].help}` },
        ]}
      />
      <input type="email" name="email" value={email} autoComplete="username" readOnly hidden />
      <TextField label={said.name} name="name" autoComplete="name" maxLength={80} required />
      <NewPasswordField label={said.password} name="password" />
      {acceptance.error && <FailureNotice error={acceptance.error} title={said.failed} />}
      <Button type="submit" tone="primary" isBusy={acceptance.isPending}>
        {said.join}
      </Button>
    </form>
  );
}

/** They are a user now; where the browser was not signed in with it, the door is the way. */
function Joined() {
  const said = useWords(invitationWords);
  return (
    <>
      <Notice tone="good">{said.joined}</Notice>
      <ButtonLink tone="primary" href="/panel/sign-in">
        {said.signIn}
      </ButtonLink>
    </>
  );
}
