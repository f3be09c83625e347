import type { Metadata } from "next";
import { headers } from "next/headers";
import { SignatureScreen } from "@/components/panel/developers/signature/signature-screen";
import { Screen } from "@/components/panel/screen";
import { pageLanguage } from "@/server/entry/http/page-language";
import { panelPage } from "@/server/entry/panel/page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: pageLanguage(await headers()) === "tr" ? "İmza denetimi" : "Signature check" };
}

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
