"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { useMutationWithConfirmation } from "../../panel/use-mutation-with-confirmation";
import { Button } from "../../ui/button";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import { cursorPaging } from "../../ui/list/list-pages";
import { ShortList } from "../../ui/list/short-list";
import { LoadMore } from "../../ui/load-more";
import { Notice } from "../../ui/notice";
import { saveFile } from "../../ui/save-file";
import { Section } from "../../ui/section";
import { useMayAsStaff } from "../staff-shell";
import { useTRPC } from "../trpc";
import type { BankFile } from "./payout-types";
import { PayoutsFrame } from "./payouts-frame";
import { useFileColumns } from "./use-file-columns";

/** Loaded when they are opened, with the form library. */
const CreateFileDialog = dynamic(async () => (await import("./create-file-dialog")).CreateFileDialog);
const SendFileDialog = dynamic(async () => (await import("./send-file-dialog")).SendFileDialog);

/** The files for the bank: they are made of approved payouts, downloaded, and marked as sent. */
export const FilesScreen = () => (
  <PayoutsFrame>
    <Files />
  </PayoutsFrame>
);

function Files() {
  const t = useTranslations("staff.payouts.files");
  const tabs = useTranslations("staff.payouts.tabs");
  const mayExport = useMayAsStaff("payout.export");
  const pages = useInfiniteQuery(useTRPC().payout.files.infiniteQueryOptions({}, cursorPaging));
  const { data, error, refetch } = pages;
  const download = useDownload();
  const [sent, setSent] = useState<BankFile | null>(null);
  const [isCreating, setCreating] = useState(false);
  const [madeCount, setMadeCount] = useState<number | null>(null);
  const columns = useFileColumns({
    onDownload: download.start,
    downloadedId: download.downloadedId,
    onSend: setSent,
  });
  const closeCreation = (count: number | null) => {
    setCreating(false);
    setMadeCount(count);
  };
  return (
    <Section
      title={tabs("files")}
      actions={
        mayExport && (
          <Button tone="primary" onClick={() => setCreating(true)}>
            {t("create")}
          </Button>
        )
      }
    >
      <p className="mb-3 max-w-prose text-ink-soft">{t("intro")}</p>
      <div className="mb-3 grid gap-3 empty:hidden">
        {madeCount !== null && (
          <Notice tone="good" isUrgent>
            {t("done", { count: madeCount })}
          </Notice>
        )}
        {download.error && <FailureNotice error={download.error} title={t("notDownloaded")} />}
      </div>
      {error && !data ? (
        <FailureNotice error={error} onRetry={refetch} />
      ) : (
        <>
          <ShortList
            caption={t("caption")}
            columns={columns}
            rows={data?.pages.flatMap(({ items }) => items)}
            rowKey={({ fileId }) => fileId}
            empty={<Empty title={t("none")}>{t("noneHelp")}</Empty>}
          />
          <LoadMore list={pages} />
        </>
      )}
      {download.confirmation}
      {isCreating && <CreateFileDialog onClose={closeCreation} />}
      {sent && <SendFileDialog file={sent} onClose={() => setSent(null)} />}
    </Section>
  );
}

/** Downloads a file after the person has confirmed who they are, because it has the full IBANs. */
function useDownload() {
  const [chosenId, setChosenId] = useState<string | null>(null);
  const { mutate, isBusy, error, confirmation } = useMutationWithConfirmation(
    useTRPC().payout.downloadFile.mutationOptions(),
  );
  return {
    start: ({ fileId }: BankFile): void => {
      setChosenId(fileId);
      mutate({ fileId }, ({ name, text }) => saveFile(new Blob([text], { type: "text/plain" }), name));
    },
    /** The file that is being downloaded. */
    downloadedId: isBusy ? chosenId : null,
    error,
    confirmation,
  };
}
