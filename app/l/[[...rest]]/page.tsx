import type { Metadata } from "next";
import { headers } from "next/headers";
import { linkTitle } from "@/components/pay/link/link-title";
import { LinkView } from "@/components/pay/link/link-view";
import { unknownLinkPage } from "@/server/entry/link/open";

export const dynamic = "force-dynamic";

const document = async () => unknownLinkPage(await headers());

export const generateMetadata = async (): Promise<Metadata> => ({ title: linkTitle(await document()) });

/** Addresses beside those of links. */
export default async function NoLinkPage() {
  return <LinkView document={await document()} />;
}
