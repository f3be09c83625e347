import type { Metadata } from "next";
import { headers } from "next/headers";
import { PartnersScreen } from "@/components/staff/partners-screen";
import { StaffScreen } from "@/components/staff/staff-screen";
import { pageLanguage } from "@/server/entry/http/page-language";
import { staffPage } from "@/server/entry/staff/page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: pageLanguage(await headers()) === "tr" ? "Üye işyerleri" : "Merchants" };
}

interface PageInput {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

export default async function PartnersPage({ searchParams }: PageInput) {
  const { q } = await searchParams;
  const text = typeof q === "string" ? q.slice(0, 256) : "";
  const page = await staffPage("partner.read", (trpc, client) => [
    client.prefetchQuery(trpc.partner.find.queryOptions({ text })),
  ]);
  return (
    <StaffScreen {...page}>
      <PartnersScreen text={text} />
    </StaffScreen>
  );
}
