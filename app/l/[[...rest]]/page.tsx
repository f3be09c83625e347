import type { Metadata } from "next";
import { headers } from "next/headers";
import { toLinkTitle } from "@/components/pay/link/link-title";
import { LinkView } from "@/components/pay/link/link-view";
import { unknownLinkPage } from "@/server/entry/link/open";

export const dynamic = "force-dynamic";

const document = async () => unknownLinkPage(await headers());

export const generateMetadata = async (): Promise<Metadata> => ({ title: toLinkTitle(await document()) });

/** The page for addresses below `/l` that are no link's. */
export default async function NoLinkPage() {
  return <LinkView document={await document()} />;
}
