import type { Metadata } from "next";
import { headers } from "next/headers";
import { SecurityScreen } from "@/components/panel/security/security-screen";
import { StaffScreen } from "@/components/staff/staff-screen";
import { pageLanguage } from "@/server/entry/http/page-language";
import { staffPage } from "@/server/entry/staff/page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: pageLanguage(await headers()) === "tr" ? "Güvenliğim" : "My security" };
}

export default async function SecurityPage() {
  const page = await staffPage("self.manage", (trpc, client) => [
    client.prefetchQuery(trpc.self.get.queryOptions()),
    client.prefetchQuery(trpc.self.sessions.queryOptions()),
  ]);
  return (
    <StaffScreen {...page}>
      <SecurityScreen />
    </StaffScreen>
  );
}
