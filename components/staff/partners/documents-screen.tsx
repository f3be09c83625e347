"use client";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import type { DocumentState } from "@/server/domain/partners/documents";
import { Button } from "../../ui/button";
import { DateTime } from "../../ui/date-time";
import { FailureNotice } from "../../ui/failure";
import type { ListColumn } from "../../ui/list/columns";
import { ShortList } from "../../ui/list/short-list";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/section";
import { State, type StateTone } from "../../ui/state";
import type { PartnerDetail, PartnerDocument } from "../partner-types";
import { useMayAsStaff } from "../staff-shell";
import { useTRPC } from "../trpc";
import { PartnerActions } from "./partner-actions";
import { PartnerFrame } from "./partner-frame";

/** Loaded when it is opened, with the form library. */
const DocumentDialog = dynamic(async () => (await import("./document-dialog")).DocumentDialog);

/** The documents of a merchant's onboarding, and what is missing before its payments are accepted. */
export const DocumentsScreen = ({ partnerId }: { partnerId: string }) => (
  <PartnerFrame partnerId={partnerId} actions={(partner) => <PartnerActions partner={partner} />}>
    {(partner) => <Documents partner={partner} />}
  </PartnerFrame>
);

function Documents({ partner }: { partner: PartnerDetail }) {
  const t = useTranslations("staff.merchant.documents");
  const { partnerId, missingDocuments, holdReason } = partner;
  const mayWrite = useMayAsStaff("partner.write");
  const [opened, setOpened] = useState<PartnerDocument | null>(null);
  const { data, error, refetch } = useQuery(useTRPC().partner.documents.queryOptions({ partnerId }));
  const columns = useDocumentColumns(mayWrite ? setOpened : null);
  const waits = holdReason === "missing_documents";
  return (
    <Section title={t("title")}>
      <div className="mb-4" aria-live="polite">
        {missingDocuments.length > 0 ? (
          <Notice tone={waits ? "warn" : "info"} title={t("missing", { count: missingDocuments.length })}>
            {missingDocuments.map((kind) => t(`kinds.${kind}`)).join(", ")}
          </Notice>
        ) : (
          <Notice tone="good">{waits ? t("completeHeld") : t("complete")}</Notice>
        )}
      </div>
      {error && !data ? (
        <FailureNotice error={error} onRetry={refetch} />
      ) : (
        <ShortList
          caption={t("title")}
          columns={columns}
          rows={data}
          rowKey={({ kind }) => kind}
          empty={null}
          skeletonCount={7}
        />
      )}
      {opened && <DocumentDialog partnerId={partnerId} document={opened} onClose={() => setOpened(null)} />}
    </Section>
  );
}

const tones: Readonly<Record<DocumentState, StateTone>> = {
  missing: "warn",
  received: "info",
  approved: "good",
  refused: "bad",
};

/** @param open opens a document's dialog; null where the user may not change it */
function useDocumentColumns(open: ((document: PartnerDocument) => void) | null): ListColumn<PartnerDocument>[] {
  const t = useTranslations("staff.merchant.documents");
  const columns: ListColumn<PartnerDocument>[] = [
    {
      key: "kind",
      head: t("kind"),
      width: 14,
      grows: true,
      card: "title",
      cell: ({ kind, isRequired }) => (
        <>
          {t(`kinds.${kind}`)} {!isRequired && <span className="text-ink-soft">{t("optional")}</span>}
        </>
      ),
    },
    {
      key: "state",
      head: t("state"),
      width: 9,
      card: "value",
      cell: ({ state }) => <State tone={tones[state]}>{t(`states.${state}`)}</State>,
    },
    {
      key: "received",
      head: t("received"),
      width: 9,
      card: "line",
      cell: ({ receivedAt }) => (receivedAt ? <DateTime at={receivedAt} style="day" /> : "–"),
    },
    { key: "by", head: t("by"), width: 13, rank: 2, card: "line", cell: ({ changedBy }) => changedBy ?? "–" },
    {
      key: "note",
      head: t("note"),
      width: 10,
      rank: 1,
      card: "line",
      title: ({ note }) => note ?? undefined,
      cell: ({ note }) => note ?? "–",
    },
  ];
  if (open === null) return columns;
  return [
    ...columns,
    {
      key: "actions",
      head: t("change"),
      isHeadHidden: true,
      width: 8,
      align: "right",
      card: "action",
      cell: (document) => (
        <Button aria-label={t("changeOne", { document: t(`kinds.${document.kind}`) })} onClick={() => open(document)}>
          {t("change")}
        </Button>
      ),
    },
  ];
}
