import { LinksScreen } from "@/components/panel/links/links-screen";
import { Screen } from "@/components/panel/screen";
import { cursorPaging } from "@/components/ui/list/list-pages";
import { linkList } from "@/server/domain/links/link-list";
import { pageParameters, readListQuery } from "@/server/domain/lists";
import { panelPage, panelTitle } from "@/server/entry/panel/page";

export const generateMetadata = panelTitle("links");

interface LinksPageProps {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function LinksPage({ searchParams }: LinksPageProps) {
  const query = readListQuery(linkList, pageParameters(await searchParams));
  const page = await panelPage("link.read", (trpc, client) => [
    client.prefetchInfiniteQuery(trpc.link.list.infiniteQueryOptions(query, cursorPaging)),
  ]);
  return (
    <Screen {...page}>
      <LinksScreen />
    </Screen>
  );
}
