import { RequestScreen } from "@/components/panel/developers/requests/request-screen";
import { Screen } from "@/components/panel/screen";
import { panelPage, panelTitle } from "@/server/entry/panel/page";

export const generateMetadata = panelTitle("request");

export default async function RequestPage({ params }: { params: Promise<{ traceId: string }> }) {
  const { traceId } = await params;
  const page = await panelPage("request.read", (trpc, client) => [
    client.prefetchQuery(trpc.request.get.queryOptions({ traceId })),
  ]);
  return (
    <Screen {...page}>
      <RequestScreen traceId={traceId} />
    </Screen>
  );
}
