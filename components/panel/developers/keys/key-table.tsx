"use client";
import { useTranslations } from "use-intl/react";
import { DateTime, dateTimeText } from "@/components/ui/date-time";
import { keyScopes } from "@/server/domain/accounts/key-rights";
import { plusMs } from "@/server/domain/clock";
import { displayAmount } from "@/server/domain/money";
import { Button } from "../../../ui/button";
import { Empty } from "../../../ui/empty";
import { useLanguage } from "../../../ui/language";
import type { ListColumn } from "../../../ui/list/columns";
import { ShortList } from "../../../ui/list/short-list";
import { State } from "../../../ui/state";
import { toTextKey } from "./key-fields";
import type { KeyRow } from "./revoke-key-dialog";

/** What a user may do with a key. */
interface KeyActions {
  change(key: KeyRow): void;
  revoke(key: KeyRow): void;
}

const tones = { live: "good", expired: "warn", revoked: "quiet" } as const;

/** The keys of an account with their rights. @param on null for a user who may only read them */
export function KeyTable({ keys, on }: { keys: readonly KeyRow[] | undefined; on: KeyActions | null }) {
  const t = useTranslations("panel.keys");
  const columns: readonly ListColumn<KeyRow>[] = [
    {
      key: "name",
      head: t("name"),
      width: 10,
      grows: true,
      card: "title",
      cell: ({ name, prefix }) => (
        <>
          {name} <span className="block font-mono text-ink-soft text-xs whitespace-nowrap">{prefix}…</span>
        </>
      ),
    },
    { key: "rights", head: t("rights"), width: 14, card: "line", cell: (key) => <Rights apiKey={key} /> },
    {
      key: "state",
      head: t("state"),
      width: 7,
      card: "value",
      cell: ({ state }) => <State tone={tones[state]}>{t(`states.${state}`)}</State>,
    },
    {
      key: "used",
      head: t("lastUsed"),
      width: 9,
      rank: 1,
      card: "line",
      cell: ({ lastUsedAt }) => (lastUsedAt ? <DateTime at={lastUsedAt} /> : t("never")),
    },
    {
      key: "created",
      head: t("created"),
      width: 9,
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
      width: 12,
      align: "right",
      card: "action",
      cell: (key) => <RowEnd apiKey={key} on={on} />,
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

/** The rights of a key in words, and what limits them. */
function Rights({ apiKey: { scopes, expiresAt, allowedIps, refundLimit } }: { apiKey: KeyRow }) {
  const t = useTranslations("panel.keys");
  const language = useLanguage();
  const limits = [
    refundLimit !== null && t("factRefundLimit", { amount: displayAmount(refundLimit, language) }),
    allowedIps.length > 0 && t("factNetworks", { count: allowedIps.length }),
    expiresAt !== null && t("factEndsOn", { day: dateTimeText(plusMs(expiresAt, -1), language, "day") }),
  ].filter((text) => text !== false);
  return (
    <>
      {scopes.length === keyScopes.length
        ? t("allRights")
        : scopes.map((scope) => t(`scopes.${toTextKey(scope)}`)).join(", ")}
      {limits.length > 0 && <span className="block text-ink-soft text-xs">{limits.join(" · ")}</span>}
    </>
  );
}

/** The buttons of a key, or the date of its revocation. */
function RowEnd({ apiKey, on }: { apiKey: KeyRow; on: KeyActions | null }) {
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
    on && (
      <span className="inline-flex flex-wrap justify-end gap-2">
        <Button aria-label={t("changeOf", { name: apiKey.name })} onClick={() => on.change(apiKey)}>
          {t("change")}
        </Button>
        <Button tone="danger" aria-label={t("revokeOf", { name: apiKey.name })} onClick={() => on.revoke(apiKey)}>
          {t("revoke")}
        </Button>
      </span>
    )
  );
}
