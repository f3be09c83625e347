"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { linkList } from "@/server/domain/links/link-list";
import { linkStates } from "@/server/domain/states";
import { ButtonLink } from "../../ui/button";
import { Empty } from "../../ui/empty";
import { List } from "../../ui/list/list";
import { cursorPaging, listReading } from "../../ui/list/list-pages";
import { useListAddress } from "../../ui/list/use-list-address";
import { PageHead } from "../../ui/page-head";
import { useMay } from "../role";
import { useTRPC, useTRPCClient } from "../trpc";
import { useStateOptions } from "../words/use-state-options";
import { useLinkColumns } from "./use-link-columns";

/** How often the first page is read again while it shows a payment in progress, and otherwise, in ms. */
const [openMs, idleMs] = [5_000, 30_000];

/** The account's payment links. */
export function LinksScreen() {
  const t = useTranslations("panel.linkList");
  const trpc = useTRPC();
  const client = useTRPCClient();
  const options = useStateOptions();
  const address = useListAddress(linkList);
  const { query, isNarrowed } = address;
  const pages = useInfiniteQuery({ ...trpc.link.list.infiniteQueryOptions(query, cursorPaging), ...listReading });
  const mayCreate = useMay("link.write");
  const create = (
    <ButtonLink href="/panel/links/new" tone="primary">
      {t("create")}
    </ButtonLink>
  );
  return (
    <>
      <PageHead title={t("title")} actions={mayCreate ? create : null} />
      <List
        name="links"
        caption={t("caption")}
        address={address}
        filters={{
          status: { label: t("state"), options: options("link", linkStates) },
          created: { label: t("created") },
          amount: { label: t("amount") },
        }}
        columns={useLinkColumns(pages.data?.pages[0]?.now)}
        pages={pages}
        live={{
          pagesKey: trpc.link.list.infiniteQueryKey(query),
          readFirst: () => client.link.list.query(query),
          everyMs: (rows) => (rows.some(({ status }) => status === "initiated") ? openMs : idleMs),
        }}
        rowKey={({ id }) => id}
        empty={<NoLinks isNarrowed={isNarrowed} />}
        hidesBarWhenEmpty
      />
    </>
  );
}

function NoLinks({ isNarrowed }: { isNarrowed: boolean }) {
  const t = useTranslations("panel.linkList");
  const mayCreate = useMay("link.write");
  if (isNarrowed) {
    return (
      <Empty title={t("noneTitle")} action={<ButtonLink href="/panel/links">{t("clear")}</ButtonLink>}>
        {t("noneHelp")}
      </Empty>
    );
  }
  const first = (
    <ButtonLink href="/panel/links/new" tone="primary">
      {t("emptyAction")}
    </ButtonLink>
  );
  return (
    <Empty title={t("emptyTitle")} action={mayCreate ? first : null}>
      {t("emptyHelp")}
    </Empty>
  );
}
