import { PosterScreen } from "@/components/panel/links/poster-screen";
import { Screen } from "@/components/panel/screen";
import { panelPage, panelTitle } from "@/server/entry/panel/page";

export const generateMetadata = panelTitle("poster");

export default async function PosterPage({ params }: { params: Promise<{ id: string }> }) {
  const { id: linkId } = await params;
  const page = await panelPage("link.read", (trpc, client) => [
    client.prefetchQuery(trpc.link.get.queryOptions({ linkId })),
  ]);
  return (
    <Screen {...page}>
      <PosterScreen linkId={linkId} />
    </Screen>
  );
}
