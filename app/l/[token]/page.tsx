import type { Metadata } from "next";
import { headers } from "next/headers";
import { cache } from "react";
import { toLinkTitle } from "@/components/pay/link/link-title";
import { LinkView } from "@/components/pay/link/link-view";
import { openLinkPage } from "@/server/entry/link/open";

export const dynamic = "force-dynamic";

interface Props {
  params: Promise<{ token: string }>;
  searchParams: Promise<{ again?: string | string[] }>;
}

/** Reads the link once for both the title and the page, because each read counts as an opening. */
const open = cache(async (token: string, wantsForm: boolean) => openLinkPage(await headers(), token, wantsForm));

const opened = async ({ params, searchParams }: Props) =>
  open((await params).token, (await searchParams).again === "1");

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: toLinkTitle(await opened(props)) };
}

/** The page on which a buyer pays. */
export default async function LinkPage(props: Props) {
  return <LinkView document={await opened(props)} />;
}
