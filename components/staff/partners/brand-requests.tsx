"use client";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "../../ui/button";
import { DateTime } from "../../ui/date-time";
import { FailureNotice } from "../../ui/failure";
import type { ListColumn } from "../../ui/list/columns";
import { ShortList } from "../../ui/list/short-list";
import { Section } from "../../ui/section";
import { useMayAsStaff } from "../staff-shell";

/** What every request of a merchant for its brand has. */
interface BrandRequest {
  readonly requestId: string;
  /** The merchant's name, or the wanted one. */
  readonly name: string;
  readonly requestedBy: string;
  readonly requestedAt: Date;
}

interface BrandRequestsProps<Request extends BrandRequest> {
  readonly title: string;
  readonly query: { readonly data?: Request[] | undefined; readonly error: unknown; refetch(): unknown };
  /** The columns of what is asked for; who asked, when, and the decision follow. */
  readonly columns: readonly ListColumn<Request>[];
  readonly empty: ReactNode;
  /** The names of the two buttons of a row, for screen readers. */
  readonly buttons: { approve(request: Request): string; refuse(request: Request): string };
  /** The dialog of a decision. */
  decision(request: Request, isApproved: boolean, onClose: () => void): ReactNode;
}

/** Requests of merchants that wait for a decision of staff. */
export function BrandRequests<Request extends BrandRequest>(props: BrandRequestsProps<Request>) {
  const { title, query, columns, empty, buttons, decision } = props;
  const t = useTranslations("staff.merchant.names");
  const mayWrite = useMayAsStaff("partner.write");
  const [opened, setOpened] = useState<{ request: Request; isApproved: boolean } | null>(null);
  const asked: ListColumn<Request>[] = [
    { key: "by", head: t("by"), width: 12, rank: 1, card: "line", cell: ({ requestedBy }) => requestedBy },
    { key: "at", head: t("at"), width: 11, card: "line", cell: ({ requestedAt }) => <DateTime at={requestedAt} /> },
  ];
  const actions: ListColumn<Request> = {
    key: "actions",
    head: t("decide"),
    isHeadHidden: true,
    width: 13,
    align: "right",
    card: "action",
    cell: (request) => (
      <span className="flex justify-end gap-2">
        <Button aria-label={buttons.refuse(request)} onClick={() => setOpened({ request, isApproved: false })}>
          {t("refuse")}
        </Button>
        <Button aria-label={buttons.approve(request)} onClick={() => setOpened({ request, isApproved: true })}>
          {t("approve")}
        </Button>
      </span>
    ),
  };
  return (
    <Section title={title}>
      {query.error && !query.data ? (
        <FailureNotice error={query.error} onRetry={query.refetch} />
      ) : (
        <ShortList
          caption={title}
          columns={[...columns, ...asked, ...(mayWrite ? [actions] : [])]}
          rows={query.data}
          rowKey={({ requestId }) => requestId}
          empty={empty}
        />
      )}
      {opened && decision(opened.request, opened.isApproved, () => setOpened(null))}
    </Section>
  );
}
