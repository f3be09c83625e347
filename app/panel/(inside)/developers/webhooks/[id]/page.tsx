import { DeliveryScreen } from "@/components/panel/developers/delivery-screen";
import { Screen } from "@/components/panel/screen";
import { panelPage, panelTitle } from "@/server/entry/panel/page";

export const generateMetadata = panelTitle("delivery");

export default async function DeliveryPage({ params }: { readonly params: Promise<{ id: string }> }) {
  const { id: deliveryId } = await params;
  const page = await panelPage("webhook.read", (trpc, client) => [
    client.prefetchQuery(trpc.webhook.delivery.queryOptions({ deliveryId })),
  ]);
  return (
    <Screen {...page}>
      <DeliveryScreen deliveryId={deliveryId} />
    </Screen>
  );
}
