"use client";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "../../../ui/button";
import { FailureNotice } from "../../../ui/failure";
import { Notice } from "../../../ui/notice";
import { PageHead } from "../../../ui/page-head";
import { useMay } from "../../role";
import { useTRPC } from "../../trpc";
import { DeveloperTabs } from "../developer-tabs";
import { KeyTable } from "./key-table";
import { type KeyRow, RevokeKeyDialog } from "./revoke-key-dialog";

/** Loaded when it is opened, with the form library. */
const CreateKeyDialog = dynamic(async () => (await import("./create-key-dialog")).CreateKeyDialog);
const ChangeKeyDialog = dynamic(async () => (await import("./change-key-dialog")).ChangeKeyDialog);

/** The API keys of an account. */
export function KeysScreen() {
  const t = useTranslations("panel.keys");
  const mayWrite = useMay("key.write");
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.key.list.queryOptions());
  const [isCreating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<KeyRow | null>(null);
  const [changing, setChanging] = useState<KeyRow | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const liveCount = data?.keys.filter(({ revokedAt }) => revokedAt === null).length ?? 0;
  const isFull = data !== undefined && liveCount >= data.liveMax;
  const create = mayWrite && (
    <Button
      tone="primary"
      disabled={isFull}
      onClick={() => {
        setDone(null);
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
        {done !== null && <Notice tone="good" title={done} />}
      </div>
      {error && !data ? (
        <FailureNotice error={error} onRetry={refetch} />
      ) : (
        <KeyTable keys={data?.keys} on={mayWrite ? { change: setChanging, revoke: setRevoking } : null} />
      )}
      {data && (
        <p className="mt-2 text-ink-soft">
          {isFull ? t("full", { max: data.liveMax }) : t("used", { count: liveCount, max: data.liveMax })}
        </p>
      )}
      {isCreating && <CreateKeyDialog onClose={() => setCreating(false)} />}
      {changing && (
        <ChangeKeyDialog
          apiKey={changing}
          onClose={(isDone) => {
            setDone(isDone ? t("changeDone", { name: changing.name }) : null);
            setChanging(null);
          }}
        />
      )}
      {revoking && (
        <RevokeKeyDialog
          apiKey={revoking}
          isLast={liveCount === 1}
          onClose={(isDone) => {
            setDone(isDone ? t("revokeDone", { name: revoking.name }) : null);
            setRevoking(null);
          }}
        />
      )}
    </>
  );
}
