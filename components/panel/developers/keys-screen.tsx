"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/button";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import { useWords } from "../../ui/language";
import { Moment } from "../../ui/moment";
import { Notice } from "../../ui/notice";
import { PageHead } from "../../ui/page-head";
import { State } from "../../ui/state";
import { type Column, Table } from "../../ui/table";
import { useMay } from "../role";
import { useTRPC } from "../trpc";
import { CreateKeyDialog } from "./create-key-dialog";
import { DeveloperTabs } from "./developer-tabs";
import type { KeyRow } from "./key-row";
import { keyWords } from "./key-words";
import { RevokeKeyDialog } from "./revoke-key-dialog";

/** The keys by which an account's systems reach the API. */
export function KeysScreen() {
  const said = useWords(keyWords);
  const mayWrite = useMay("key.write");
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.key.list.queryOptions());
  const [isCreating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<KeyRow | null>(null);
  const [revokedName, setRevokedName] = useState<string | null>(null);
  const liveCount = data?.keys.filter(({ revokedAt }) => revokedAt === null).length ?? 0;
  const isFull = data !== undefined && liveCount >= data.liveMax;
  const create = mayWrite && (
    <Button
      tone="primary"
      disabled={isFull}
      onClick={() => {
        setRevokedName(null);
        setCreating(true);
      }}
    >
      {said.create}
    </Button>
  );
  return (
    <>
      <PageHead title={said.title} actions={create}>
        <p className="max-w-prose">{said.intro}</p>
      </PageHead>
      <DeveloperTabs />
      <div aria-live="polite" className="empty:hidden mb-4">
        {revokedName !== null && <Notice tone="good" title={said.revokeDone(revokedName)} />}
      </div>
      {error && !data ? (
        <FailureNotice error={error} onRetry={refetch} />
      ) : (
        <KeyTable keys={data?.keys} onRevoke={mayWrite ? setRevoking : null} />
      )}
      {data && (
        <p className="mt-2 text-ink-soft">
          {isFull ? said.full(data.liveMax) : said.used(liveCount, data.liveMax)}
        </p>
      )}
      {isCreating && <CreateKeyDialog onClose={() => setCreating(false)} />}
      {revoking && (
        <RevokeKeyDialog
          apiKey={revoking}
          isLast={liveCount === 1}
          onClose={(isDone) => {
            setRevokedName(isDone ? revoking.name : null);
            setRevoking(null);
          }}
        />
      )}
    </>
  );
}

function KeyTable({
  keys,
  onRevoke,
}: {
  keys: readonly KeyRow[] | undefined;
  onRevoke: ((key: KeyRow) => void) | null;
}) {
  const said = useWords(keyWords);
  const columns: readonly Column<KeyRow>[] = [
    { key: "name", head: said.name, cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
    {
      key: "prefix",
      head: said.prefix,
      cell: ({ prefix }) => <span className="font-mono text-xs whitespace-nowrap">{prefix}…</span>,
    },
    {
      key: "state",
      head: said.state,
      cell: ({ revokedAt }) => (
        <State tone={revokedAt ? "quiet" : "good"}>{revokedAt ? said.revoked : said.live}</State>
      ),
      hiddenBelow: "sm",
    },
    {
      key: "used",
      head: said.lastUsed,
      cell: ({ lastUsedAt }) => (lastUsedAt ? <Moment at={lastUsedAt} /> : said.never),
      hiddenBelow: "sm",
    },
    {
      key: "created",
      head: said.created,
      cell: ({ createdAt, createdBy }) => (
        <>
          <Moment at={createdAt} />
          <span className="block text-xs text-ink-soft">{createdBy ?? said.byStaff}</span>
        </>
      ),
      hiddenBelow: "lg",
    },
    {
      key: "actions",
      head: <span className="sr-only">{said.actions}</span>,
      align: "right",
      cell: (key) => <RowEnd apiKey={key} onRevoke={onRevoke} />,
    },
  ];
  return (
    <Table
      caption={said.title}
      columns={columns}
      rows={keys}
      keyOf={({ id }) => id}
      empty={<Empty title={said.emptyTitle}>{said.emptyText}</Empty>}
      skeletonRows={3}
    />
  );
}

/** What can be done with a key, or since when nothing can. */
function RowEnd({ apiKey, onRevoke }: { apiKey: KeyRow; onRevoke: ((key: KeyRow) => void) | null }) {
  const said = useWords(keyWords);
  if (apiKey.revokedAt) {
    return (
      <span className="text-ink-soft">
        <span className="sm:sr-only">{said.revoked} </span>
        <Moment at={apiKey.revokedAt} style="day" />
      </span>
    );
  }
  return (
    onRevoke && (
      <Button tone="danger" aria-label={said.revokeOf(apiKey.name)} onClick={() => onRevoke(apiKey)}>
        {said.revoke}
      </Button>
    )
  );
}
