"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { displayAmount } from "@/server/domain/money";
import { Button, ButtonLink } from "../../ui/button";
import { FailureNotice } from "../../ui/failure";
import { useLanguage, useWords } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { PageHead } from "../../ui/page-head";
import { Skeleton } from "../../ui/skeleton";
import { useTRPC } from "../trpc";
import { useMutationWithConfirmation } from "../use-mutation-with-confirmation";
import { LinkPreview } from "./link-preview";
import type { LinkTerms, ShownLink, Terminal } from "./link-types";
import { emptyDraft, toInput } from "./new-link-draft";
import { NewLinkForm } from "./new-link-form";
import { newLinkWords } from "./new-link-words";
import { ShareLink } from "./share-link";

/** Creates a payment link. When the account cannot create links, it shows the reason instead of the form. */
export function NewLinkScreen() {
  const t = useWords(newLinkWords);
  const trpc = useTRPC();
  const terms = useQuery(trpc.link.terms.queryOptions());
  const terminals = useQuery(trpc.account.terminals.queryOptions());
  const [created, setCreated] = useState<ShownLink | null>(null);
  if (created) return <LinkReady link={created} onAnother={() => setCreated(null)} />;
  const error = terms.error ?? terminals.error;
  const isLoaded = terms.data && terminals.data;
  return (
    <>
      <PageHead title={t.title} back={{ href: "/panel/links", label: t.back }} />
      {error && !isLoaded && (
        <FailureNotice error={error} onRetry={() => Promise.all([terms.refetch(), terminals.refetch()])} />
      )}
      {!error && !isLoaded && <Skeleton className="h-96 w-full max-w-2xl" />}
      {terms.data && terminals.data && (
        <FormOrObstacle terms={terms.data} terminals={terminals.data} onCreated={setCreated} />
      )}
    </>
  );
}

interface DraftEditorProps {
  readonly terms: LinkTerms;
  readonly terminals: readonly Terminal[];
  onCreated(link: ShownLink): void;
}

function FormOrObstacle(props: DraftEditorProps) {
  const t = useWords(newLinkWords);
  const { obstacle } = props.terms;
  if (obstacle === null) return <DraftEditor {...props} />;
  return (
    <Notice tone="warn" title={t.obstacleTitle}>
      {t.obstacles[obstacle]}
    </Notice>
  );
}

function DraftEditor({ terms, terminals, onCreated }: DraftEditorProps) {
  const trpc = useTRPC();
  const client = useQueryClient();
  const active = terminals.filter((one) => one.active);
  const [draft, setDraft] = useState(() => emptyDraft(active[0]?.terminalId ?? ""));
  const { mutate, isBusy, error, confirmation } = useMutationWithConfirmation(trpc.link.create.mutationOptions());
  const create = (amountKurus: bigint) =>
    mutate(toInput(draft, amountKurus), (link) => {
      void client.invalidateQueries(trpc.link.list.queryFilter());
      onCreated(link);
    });
  return (
    <div className="grid gap-8 xl:grid-cols-[minmax(0,1fr)_28rem] xl:items-start">
      <NewLinkForm
        {...{ draft, terms, terminals: active, isBusy, error }}
        onChange={(changes) => setDraft((known) => ({ ...known, ...changes }))}
        onSubmit={create}
      />
      <div className="xl:sticky xl:top-6">
        <LinkPreview draft={draft} />
      </div>
      {confirmation}
    </div>
  );
}

/** A link that has just been created, with the ways to share it. */
function LinkReady({ link, onAnother }: { link: ShownLink; onAnother(): void }) {
  const t = useWords(newLinkWords);
  const language = useLanguage();
  return (
    <>
      <PageHead
        title={t.readyTitle}
        back={{ href: "/panel/links", label: t.back }}
        actions={
          <>
            <Button onClick={onAnother}>{t.another}</Button>
            <ButtonLink href={`/panel/links/${link.id}`} tone="primary">
              {t.toLink}
            </ButtonLink>
          </>
        }
      >
        <p role="status">{t.readyHelp(displayAmount(link.amount, language))}</p>
      </PageHead>
      <ShareLink link={link} />
    </>
  );
}
