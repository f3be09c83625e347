import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { cache } from "react";
import { linkTitle } from "@/components/pay/link/link-title";
import { LinkView } from "@/components/pay/link/link-view";
import { openLinkPage } from "@/server/entry/link/open";

export const dynamic = "force-dynamic";

interface Props {
  params: Promise<{ token: string }>;
  searchParams: Promise<{ again?: string | string[] }>;
}

/** Read once for the title and the page: it counts as an opening. */
const open = cache(async (token: string, wantsForm: boolean) =>
  openLinkPage(await headers(), token, wantsForm),
);

const opened = async ({ params, searchParams }: Props) =>
  open((await params).token, (await searchParams).again === "1");

export async function generateMetadata(props: Props): Promise<Metadata> {
  const document = await opened(props);
  return document ? { title: linkTitle(document) } : {};
}

/** The page that a buyer pays on: 200 whatever has become of the link, 404 where there is none (D-55). */
export default async function LinkPage(props: Props) {
  const document = await opened(props);
  if (document === null) notFound();
  return <LinkView document={document} />;
}
