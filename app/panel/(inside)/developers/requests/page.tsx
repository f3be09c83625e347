import { RequestsScreen } from "@/components/panel/developers/requests/requests-screen";
import { Screen } from "@/components/panel/screen";
import { cursorPaging } from "@/components/ui/list/list-pages";
import { requestList } from "@/server/domain/accounts/request-list";
import { pageParameters, readListQuery } from "@/server/domain/lists";
import { panelPage, panelTitle } from "@/server/entry/panel/page";

export const generateMetadata = panelTitle("requests");

interface PageInput {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

export default async function RequestsPage({ searchParams }: PageInput) {
  const query = readListQuery(requestList, pageParameters(await searchParams));
  const page = await panelPage("request.read", (trpc, client) => [
    client.prefetchInfiniteQuery(trpc.request.list.infiniteQueryOptions(query, cursorPaging)),
    client.prefetchQuery(trpc.request.keys.queryOptions()),
  ]);
  return (
    <Screen {...page}>
      <RequestsScreen />
    </Screen>
  );
}
