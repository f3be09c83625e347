"use client";
import type { ComponentProps } from "react";
import { useTranslations } from "use-intl/react";
import { DateTime } from "@/components/ui/date-time";
import { type deliveryList, deliveryStatusFilters, eventTypes } from "@/server/domain/webhooks/delivery-list";
import { Empty } from "../../ui/empty";
import type { ListColumn } from "../../ui/list/columns";
import { List } from "../../ui/list/list";
import { MiddleText } from "../../ui/list/middle-text";
import { CodeLink, RowLink } from "../../ui/list/row-link";
import type { ListAddress } from "../../ui/list/use-list-address";
import { StateBadge, useStateWord } from "../words/state-badge";
import type { DeliveryRow, DeliverySubject } from "./delivery-row";
import { outcomeText } from "./delivery-words";

interface DeliveryPaths {
  /** Returns the path of a delivery's screen. */
  toHref(id: string): string;
  /** Returns the path of the delivery's subject. Absent in the back-office, which has no such screens. */
  readonly toSubjectHref?: (subject: DeliverySubject) => string;
}

type DeliveryListProps = DeliveryPaths &
  Pick<ComponentProps<typeof List<typeof deliveryList, DeliveryRow>>, "pages" | "live"> & {
    readonly address: ListAddress<typeof deliveryList>;
  };

/** The webhook deliveries of an account, in the panel and in the back-office. */
export function DeliveryList({ address, pages, live, ...paths }: DeliveryListProps) {
  const t = useTranslations("shared.deliveryList");
  const delivery = useTranslations("shared.delivery");
  const stateWord = useStateWord();
  const { isNarrowed } = address;
  return (
    <List
      name="deliveries"
      caption={delivery("list")}
      address={address}
      filters={{
        status: {
          label: t("status"),
          options: deliveryStatusFilters.map((value) => ({
            value,
            label: value === "failed" ? t("failed") : stateWord("delivery", value),
          })),
        },
        type: { label: t("type"), options: eventTypes.map((value) => ({ value, label: value })) },
      }}
      columns={useDeliveryColumns(paths)}
      pages={pages}
      {...(live && { live })}
      rowKey={({ id }) => id}
      empty={
        <Empty title={isNarrowed ? t("noneTitle") : t("emptyTitle")}>
          {isNarrowed ? t("noneHelp") : t("emptyHelp")}
        </Empty>
      }
    />
  );
}

function useDeliveryColumns({ toHref, toSubjectHref }: DeliveryPaths): ListColumn<DeliveryRow>[] {
  const t = useTranslations("shared.delivery");
  const result = ({ lastResult }: DeliveryRow) => (lastResult ? outcomeText(lastResult, t) : t("none"));
  return [
    {
      key: "type",
      head: t("type"),
      width: 12,
      grows: true,
      card: "title",
      title: ({ type }) => type,
      cell: ({ id, type }) => (
        <RowLink href={toHref(id)} className="font-mono text-xs">
          <span className="truncate">{type}</span>
        </RowLink>
      ),
    },
    {
      key: "status",
      head: t("status"),
      width: 9,
      card: "value",
      cell: ({ status }) => <StateBadge kind="delivery" value={status} />,
    },
    { key: "result", head: t("lastResult"), width: 12, rank: 3, title: result, cell: result },
    {
      key: "attempts",
      head: t("attempts"),
      width: 6,
      align: "right",
      rank: 4,
      cell: ({ attempts }) => attempts,
    },
    {
      key: "next",
      head: t("next"),
      width: 12,
      rank: 5,
      isExtra: true,
      cell: ({ nextAttemptAt }) => (nextAttemptAt ? <DateTime at={nextAttemptAt} style="second" /> : "–"),
    },
    {
      key: "subject",
      head: t("subject"),
      width: 10,
      rank: 2,
      card: "state",
      title: ({ subject }) => subject?.id,
      cell: ({ subject }) => <Subject subject={subject} toHref={toSubjectHref} />,
    },
    {
      key: "created",
      head: t("created"),
      width: 12,
      align: "right",
      rank: 1,
      card: "time",
      cell: ({ createdAt }) => <DateTime at={createdAt} style="second" />,
    },
  ];
}

function Subject({
  subject,
  toHref,
}: {
  subject: DeliverySubject | null;
  toHref: DeliveryPaths["toSubjectHref"] | undefined;
}) {
  if (subject === null) return "–";
  return toHref ? (
    <CodeLink href={toHref(subject)} code={subject.id} className="font-mono text-xs" />
  ) : (
    <span className="block max-w-full font-mono text-xs">
      <MiddleText text={subject.id} />
    </span>
  );
}
