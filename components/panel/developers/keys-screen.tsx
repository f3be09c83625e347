"use client";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { DateTime } from "@/components/ui/date-time";
import { Button } from "../../ui/button";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import type { ListColumn } from "../../ui/list/columns";
import { ShortList } from "../../ui/list/short-list";
import { Notice } from "../../ui/notice";
import { PageHead } from "../../ui/page-head";
import { State } from "../../ui/state";
import { useMay } from "../role";
import { useTRPC } from "../trpc";
import { DeveloperTabs } from "./developer-tabs";
import { type KeyRow, RevokeKeyDialog } from "./revoke-key-dialog";

/** Loaded when it is opened, with the form library. */
const CreateKeyDialog = dynamic(async () => (await import("./create-key-dialog")).CreateKeyDialog);

/** The API keys of an account. */
export function KeysScreen() {
  const t = useTranslations("panel.keys");
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
      {t("create")}
    </Button>
  );
  return (
    <>
      <PageHead title={t("title")} actions={create}>
        <p className="max-w-prose">{t("intro")}</p>
      </PageHead>
      <DeveloperTabs />
      <div aria-live="polite" className="empty:hidden mb-4">
        {revokedName !== null && <Notice tone="good" title={t("revokeDone", { name: revokedName })} />}
      </div>
      {error && !data ? (
        <FailureNotice error={error} onRetry={refetch} />
      ) : (
        <KeyTable keys={data?.keys} onRevoke={mayWrite ? setRevoking : null} />
      )}
      {data && (
        <p className="mt-2 text-ink-soft">
          {isFull ? t("full", { max: data.liveMax }) : t("used", { count: liveCount, max: data.liveMax })}
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
  const t = useTranslations("panel.keys");
  const columns: readonly ListColumn<KeyRow>[] = [
    { key: "name", head: t("name"), width: 10, grows: true, card: "title", cell: ({ name }) => name },
    {
      key: "prefix",
      head: t("prefix"),
      width: 10,
      card: "state",
      cell: ({ prefix }) => <span className="font-mono text-xs whitespace-nowrap">{prefix}…</span>,
    },
    {
      key: "state",
      head: t("state"),
      width: 7,
      card: "value",
      cell: ({ revokedAt }) => (
        <State tone={revokedAt ? "quiet" : "good"}>{revokedAt ? t("revoked") : t("live")}</State>
      ),
    },
    {
      key: "used",
      head: t("lastUsed"),
      width: 10,
      rank: 1,
      card: "line",
      cell: ({ lastUsedAt }) => (lastUsedAt ? <DateTime at={lastUsedAt} /> : t("never")),
    },
    {
      key: "created",
      head: t("created"),
      width: 10,
      rank: 2,
      card: "line",
      cell: ({ createdAt, createdBy }) => (
        <>
          <DateTime at={createdAt} />
          <span className="text-ink-soft @max-xl:before:content-['_·_'] @xl:block @xl:text-xs">
            {createdBy ?? t("byStaff")}
          </span>
        </>
      ),
    },
    {
      key: "actions",
      head: t("actions"),
      isHeadHidden: true,
      width: 8,
      align: "right",
      card: "action",
      cell: (key) => <RowEnd apiKey={key} onRevoke={onRevoke} />,
    },
  ];
  return (
    <ShortList
      caption={t("title")}
      columns={columns}
      rows={keys}
      rowKey={({ id }) => id}
      empty={<Empty title={t("emptyTitle")}>{t("emptyText")}</Empty>}
    />
  );
}

/** The revoke button of a key, or the date of its revocation. */
function RowEnd({ apiKey, onRevoke }: { apiKey: KeyRow; onRevoke: ((key: KeyRow) => void) | null }) {
  const t = useTranslations("panel.keys");
  if (apiKey.revokedAt) {
    return (
      <span className="text-ink-soft">
        <span className="sr-only">{t("revoked")} </span>
        <DateTime at={apiKey.revokedAt} style="day" />
      </span>
    );
  }
  return (
    onRevoke && (
      <Button tone="danger" aria-label={t("revokeOf", { name: apiKey.name })} onClick={() => onRevoke(apiKey)}>
        {t("revoke")}
      </Button>
    )
  );
}
