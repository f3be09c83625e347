"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { FailureNotice } from "../../ui/failure";
import { useWords } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { PageHead } from "../../ui/page-head";
import { Skeleton } from "../../ui/skeleton";
import { useTRPC } from "../trpc";
import { useAct } from "../use-act";
import { LinkPreview } from "./link-preview";
import { LinkReady } from "./link-ready";
import type { LinkTerms, ShownLink, Terminal } from "./link-type";
import { emptyDraft, toInput } from "./new-link-draft";
import { NewLinkForm } from "./new-link-form";
import { newLinkWords } from "./new-link-words";

/** Creates a payment link; where the account cannot have one, that is said instead of a form. */
export function NewLinkScreen() {
  const said = useWords(newLinkWords);
  const trpc = useTRPC();
  const terms = useQuery(trpc.link.terms.queryOptions());
  const terminals = useQuery(trpc.account.terminals.queryOptions());
  const [created, setCreated] = useState<ShownLink | null>(null);
  if (created) return <LinkReady link={created} onAnother={() => setCreated(null)} />;
  const error = terms.error ?? terminals.error;
  const isRead = terms.data && terminals.data;
  return (
    <>
      <PageHead title={said.title} back={{ href: "/panel/links", label: said.back }} />
      {error && !isRead && (
        <FailureNotice error={error} onRetry={() => Promise.all([terms.refetch(), terminals.refetch()])} />
      )}
      {!error && !isRead && <Skeleton className="h-96 w-full max-w-2xl" />}
      {terms.data && terminals.data && (
        <Offer terms={terms.data} terminals={terminals.data} onCreated={setCreated} />
      )}
    </>
  );
}

interface OfferProps {
  readonly terms: LinkTerms;
  readonly terminals: readonly Terminal[];
  onCreated(link: ShownLink): void;
}

function Offer(props: OfferProps) {
  const said = useWords(newLinkWords);
  const { obstacle } = props.terms;
  if (obstacle === null) return <Writing {...props} />;
  return (
    <Notice tone="warn" title={said.obstacleTitle}>
      {said.obstacles[obstacle]}
    </Notice>
  );
}

function Writing({ terms, terminals, onCreated }: OfferProps) {
  const trpc = useTRPC();
  const client = useQueryClient();
  const active = terminals.filter((one) => one.active);
  const [draft, setDraft] = useState(() => emptyDraft(active[0]?.terminalId ?? ""));
  const { act, isBusy, error, confirmation } = useAct(trpc.link.create.mutationOptions());
  const create = (amountKurus: bigint) =>
    act(toInput(draft, amountKurus), (link) => {
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
