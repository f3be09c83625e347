import type { Metadata } from "next";
import { headers } from "next/headers";
import { Screen } from "@/components/panel/screen";
import { readAuditAddress, toAuditQuery } from "@/components/panel/team/audit-address";
import { AuditScreen } from "@/components/panel/team/audit-screen";
import { pageLanguage } from "@/server/entry/http/page-language";
import { panelPage } from "@/server/entry/panel/page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: pageLanguage(await headers()) === "tr" ? "Denetim kaydı" : "Audit log" };
}

interface AuditPageProps {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function AuditPage({ searchParams }: AuditPageProps) {
  const address = readAuditAddress(await searchParams);
  const page = await panelPage("audit.read", (trpc, client) => [
    client.prefetchQuery(trpc.audit.list.queryOptions(toAuditQuery(address))),
    client.prefetchQuery(trpc.audit.people.queryOptions()),
  ]);
  return (
    <Screen {...page}>
      <AuditScreen address={address} />
    </Screen>
  );
}
