"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { displayAmount } from "@/server/domain/money";
import { Button, ButtonLink } from "../../ui/button";
import { FailureNotice } from "../../ui/failure";
import { useLanguage } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { PageHead } from "../../ui/page-head";
import { Skeleton } from "../../ui/skeleton";
import { useTRPC } from "../trpc";
import { useMutationWithConfirmation } from "../use-mutation-with-confirmation";
import { LinkNotices } from "./link-notices";
import { LinkPreview } from "./link-preview";
import type { CreatedLink, LinkTerms, Terminal } from "./link-types";
import { NewLinkForm, useNewLinkForm } from "./new-link-form";
import { ShareLink } from "./share-link";

/** Creates a payment link. When the account cannot create links, it shows the reason instead of the form. */
export function NewLinkScreen() {
  const t = useTranslations("panel.newLink");
  const trpc = useTRPC();
  const terms = useQuery(trpc.link.terms.queryOptions());
  const terminals = useQuery(trpc.account.terminals.queryOptions());
  const [created, setCreated] = useState<CreatedLink | null>(null);
  if (created && terms.data) {
    return <LinkReady link={created} terms={terms.data} onAnother={() => setCreated(null)} />;
  }
  const error = terms.error ?? terminals.error;
  const isLoaded = terms.data && terminals.data;
  return (
    <>
      <PageHead title={t("title")} back={{ href: "/panel/links", label: t("back") }} />
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
  onCreated(link: CreatedLink): void;
}

function FormOrObstacle(props: DraftEditorProps) {
  const t = useTranslations("panel.newLink");
  const { obstacle } = props.terms;
  if (obstacle === null) return <DraftEditor {...props} />;
  return (
    <Notice tone="warn" title={t("obstacleTitle")}>
      {t(`obstacles.${obstacle}`)}
    </Notice>
  );
}

function DraftEditor({ terms, terminals, onCreated }: DraftEditorProps) {
  const trpc = useTRPC();
  const client = useQueryClient();
  const active = terminals.filter((one) => one.active);
  const { mutate, isBusy, error, confirmation } = useMutationWithConfirmation(trpc.link.create.mutationOptions());
  const form = useNewLinkForm(terms, active, error);
  return (
    <div className="grid gap-8 xl:grid-cols-[minmax(0,1fr)_28rem] xl:items-start">
      <NewLinkForm
        {...{ form, terms, terminals: active, isBusy }}
        onSubmit={(input) =>
          mutate(input, (link) => {
            void client.invalidateQueries(trpc.link.list.pathFilter());
            onCreated(link);
          })
        }
      />
      <div className="xl:sticky xl:top-6">
        <LinkPreview control={form.control} />
      </div>
      {confirmation}
    </div>
  );
}

/** A link that has just been created, with the ways to share it. */
function LinkReady({ link, terms, onAnother }: { link: CreatedLink; terms: LinkTerms; onAnother(): void }) {
  const t = useTranslations("panel.newLink");
  const language = useLanguage();
  return (
    <>
      <PageHead
        title={t("readyTitle")}
        back={{ href: "/panel/links", label: t("back") }}
        actions={
          <>
            <Button onClick={onAnother}>{t("another")}</Button>
            <ButtonLink href={`/panel/links/${link.id}`} tone="primary">
              {t("toLink")}
            </ButtonLink>
          </>
        }
      >
        <p role="status">{t("readyHelp", { amount: displayAmount(link.amount, language) })}</p>
      </PageHead>
      {link.notices.length > 0 && (
        <div className="mb-6 flex max-w-2xl flex-col gap-3">
          <LinkNotices notices={link.notices} limits={terms} stage="ready" />
        </div>
      )}
      <ShareLink link={link} />
    </>
  );
}
