"use client";
import type { ReactNode } from "react";
import type { DeliveryStatus } from "@/server/domain/states";
import { useLanguage, useWords } from "../../ui/language";
import { Moment } from "../../ui/moment";
import { type Column, Table } from "../../ui/table";
import { TextLink } from "../../ui/text-link";
import { StateOf } from "../words/state-of";
import { type AttemptOutcome, deliveryWords, outcomeText } from "./delivery-words";

export interface DeliverySubject {
  readonly kind: "payment" | "link" | "payout";
  readonly id: string;
}

/** A delivery as a list shows it. */
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
  /** Undefined: still being read. */
  readonly rows: readonly DeliveryRow[] | undefined;
  /** The page of a delivery. */
  hrefOf(id: string): string;
  /** The page of what a delivery is about; left out where there is none to go to. */
  readonly subjectHrefOf?: (subject: DeliverySubject) => string;
  readonly empty: ReactNode;
}

export function DeliveryTable({ rows, hrefOf, subjectHrefOf, empty }: DeliveryTableProps) {
  const said = useWords(deliveryWords);
  const language = useLanguage();
  const columns: readonly Column<DeliveryRow>[] = [
    {
      key: "type",
      head: said.type,
      cell: ({ id, type, createdAt }) => (
        <>
          <TextLink href={hrefOf(id)} className="font-mono text-xs">
            {type}
          </TextLink>
          <span className="block pb-1 text-xs text-ink-soft sm:hidden">
            <Moment at={createdAt} />
          </span>
        </>
      ),
    },
    { key: "status", head: said.status, cell: ({ status }) => <StateOf kind="delivery" value={status} /> },
    {
      key: "result",
      head: said.lastResult,
      cell: ({ lastResult }) => (lastResult ? outcomeText(lastResult, language) : said.none),
      hiddenBelow: "sm",
    },
    {
      key: "attempts",
      head: said.attempts,
      cell: ({ attempts }) => attempts,
      align: "right",
      hiddenBelow: "sm",
    },
    {
      key: "next",
      head: said.next,
      cell: ({ nextAttemptAt }) => (nextAttemptAt ? <Moment at={nextAttemptAt} style="second" /> : "–"),
      hiddenBelow: "lg",
    },
    {
      key: "subject",
      head: said.subject,
      cell: ({ subject }) => <SubjectOf subject={subject} hrefOf={subjectHrefOf} />,
      hiddenBelow: "lg",
    },
    {
      key: "created",
      head: said.created,
      cell: ({ createdAt }) => <Moment at={createdAt} style="second" />,
      hiddenBelow: "sm",
    },
  ];
  return <Table caption={said.list} columns={columns} rows={rows} keyOf={({ id }) => id} empty={empty} />;
}

/** What a delivery is about, with the way there. */
export function SubjectOf({
  subject,
  hrefOf,
}: {
  subject: DeliverySubject | null;
  hrefOf?: ((subject: DeliverySubject) => string) | undefined;
}) {
  if (subject === null) return "–";
  const id = <span className="font-mono text-xs wrap-anywhere">{subject.id}</span>;
  return hrefOf ? <TextLink href={hrefOf(subject)}>{id}</TextLink> : id;
}
