import { LinkScreen } from "@/components/panel/links/link-screen";
import { Screen } from "@/components/panel/screen";
import { panelPage, panelTitle } from "@/server/entry/panel/page";

export const generateMetadata = panelTitle("link");

export default async function LinkPage({ params }: { params: Promise<{ id: string }> }) {
  const { id: linkId } = await params;
  const page = await panelPage("link.read", (trpc, client) => [
    client.prefetchQuery(trpc.link.get.queryOptions({ linkId })),
    client.prefetchQuery(trpc.link.timeline.queryOptions({ linkId })),
  ]);
  return (
    <Screen {...page}>
      <LinkScreen linkId={linkId} />
    </Screen>
  );
}
