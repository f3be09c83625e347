import type { Metadata } from "next";
import { headers } from "next/headers";
import { InvitationScreen } from "@/components/panel/invitation/invitation-screen";
import { pageLanguage } from "@/server/entry/http/page-language";

export async function generateMetadata(): Promise<Metadata> {
  return { title: pageLanguage(await headers()) === "tr" ? "Ekibe davet" : "Invitation" };
}

export default function InvitationPage() {
  return <InvitationScreen />;
}
