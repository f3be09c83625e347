"use client";
import type { ReactNode } from "react";
import { DateTime } from "@/components/ui/date-time";
import type { DeliveryStatus } from "@/server/domain/states";
import { useLanguage, useWords } from "../../ui/language";
import { type Column, Table } from "../../ui/table";
import { TextLink } from "../../ui/text-link";
import { StateBadge } from "../words/state-badge";
import { type AttemptOutcome, deliveryWords, outcomeText } from "./delivery-words";

export interface DeliverySubject {
  readonly kind: "payment" | "link" | "payout";
  readonly id: string;
}

/** The view model of a delivery in a list. */
export interface DeliveryRow {
  readonly id: string;
  readonly type: string;
  readonly subject: DeliverySubject | null;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly lastResult: AttemptOutcome | null;
  readonly nextAttemptAt: Date | null;
  readonly createdAt: Date;
}

interface DeliveryTableProps {
  /** Undefined while the rows are loading. */
  readonly rows: readonly DeliveryRow[] | undefined;
  /** Returns the path of a delivery's screen. */
  toHref(id: string): string;
  /** Returns the path of the delivery's subject. Absent in the back-office, which has no such screens. */
  readonly toSubjectHref?: (subject: DeliverySubject) => string;
  readonly empty: ReactNode;
}

export function DeliveryTable({ rows, toHref, toSubjectHref, empty }: DeliveryTableProps) {
  const t = useWords(deliveryWords);
  const language = useLanguage();
  const columns: readonly Column<DeliveryRow>[] = [
    {
      key: "type",
      head: t.type,
      cell: ({ id, type, createdAt }) => (
        <>
          <TextLink href={toHref(id)} className="font-mono text-xs">
            {type}
          </TextLink>
          <span className="block pb-1 text-xs text-ink-soft sm:hidden">
            <DateTime at={createdAt} />
          </span>
        </>
      ),
    },
    { key: "status", head: t.status, cell: ({ status }) => <StateBadge kind="delivery" value={status} /> },
    {
      key: "result",
      head: t.lastResult,
      cell: ({ lastResult }) => (lastResult ? outcomeText(lastResult, language) : t.none),
      hiddenBelow: "sm",
    },
    {
      key: "attempts",
      head: t.attempts,
      cell: ({ attempts }) => attempts,
      align: "right",
      hiddenBelow: "sm",
    },
    {
      key: "next",
      head: t.next,
      cell: ({ nextAttemptAt }) => (nextAttemptAt ? <DateTime at={nextAttemptAt} style="second" /> : "–"),
      hiddenBelow: "lg",
    },
    {
      key: "subject",
      head: t.subject,
      cell: ({ subject }) => <DeliverySubjectLink subject={subject} toHref={toSubjectHref} />,
      hiddenBelow: "lg",
    },
    {
      key: "created",
      head: t.created,
      cell: ({ createdAt }) => <DateTime at={createdAt} style="second" />,
      hiddenBelow: "sm",
    },
  ];
  return <Table caption={t.list} columns={columns} rows={rows} rowKey={({ id }) => id} empty={empty} />;
}

/** The record that a delivery is about, as a link where its screen exists. */
export function DeliverySubjectLink({
  subject,
  toHref,
}: {
  subject: DeliverySubject | null;
  toHref?: ((subject: DeliverySubject) => string) | undefined;
}) {
  if (subject === null) return "–";
  const id = <span className="font-mono text-xs wrap-anywhere">{subject.id}</span>;
  return toHref ? <TextLink href={toHref(subject)}>{id}</TextLink> : id;
}
