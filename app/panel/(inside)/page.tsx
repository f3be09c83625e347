import { HomeScreen } from "@/components/panel/home/home-screen";
import { Screen } from "@/components/panel/screen";
import { panelPage, panelTitle } from "@/server/entry/panel/page";

export const generateMetadata = panelTitle("home");

export default async function HomePage() {
  const page = await panelPage("home.read", (trpc, client) => [
    client.prefetchQuery(trpc.home.get.queryOptions()),
    client.prefetchQuery(trpc.home.attention.queryOptions()),
  ]);
  return (
    <Screen {...page}>
      <HomeScreen />
    </Screen>
  );
}
