import type { Metadata } from "next";
import { headers } from "next/headers";
import { readRefundAddress, toRefundQuery } from "@/components/panel/refunds/refund-view";
import { RefundsScreen } from "@/components/panel/refunds/refunds-screen";
import { Screen } from "@/components/panel/screen";
import { pageLanguage } from "@/server/entry/http/page-language";
import { panelPage } from "@/server/entry/panel/page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: pageLanguage(await headers()) === "tr" ? "İade onayları" : "Refund approvals" };
}

interface RefundsPageProps {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function RefundsPage({ searchParams }: RefundsPageProps) {
  const address = readRefundAddress(await searchParams);
  const page = await panelPage("refund.decide", (trpc, client) => [
    client.prefetchQuery(trpc.refund.list.queryOptions(toRefundQuery(address))),
  ]);
  return (
    <Screen {...page}>
      <RefundsScreen address={address} />
    </Screen>
  );
}
