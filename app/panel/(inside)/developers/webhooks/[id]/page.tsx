import type { Metadata } from "next";
import { headers } from "next/headers";
import { DeliveryScreen } from "@/components/panel/developers/delivery-screen";
import { Screen } from "@/components/panel/screen";
import { pageLanguage } from "@/server/entry/http/page-language";
import { panelPage } from "@/server/entry/panel/page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: pageLanguage(await headers()) === "tr" ? "Bildirim" : "Delivery" };
}

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
