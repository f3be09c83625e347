import { SignatureScreen } from "@/components/panel/developers/signature/signature-screen";
import { Screen } from "@/components/panel/screen";
import { panelPage, panelTitle } from "@/server/entry/panel/page";

export const generateMetadata = panelTitle("signature");

export default async function SignaturePage() {
  const page = await panelPage("webhook.read", (trpc, client) => [
    client.prefetchQuery(trpc.webhook.settings.queryOptions()),
  ]);
  return (
    <Screen {...page}>
      <SignatureScreen />
    </Screen>
  );
}
