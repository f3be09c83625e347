import type { Metadata } from "next";
import { headers } from "next/headers";
import { linkTitle } from "@/components/pay/link/link-title";
import { LinkView } from "@/components/pay/link/link-view";
import { otherPage } from "@/server/entry/link/open";

const document = async () => otherPage(await headers(), { kind: "unknown" });

export const generateMetadata = async (): Promise<Metadata> => ({ title: linkTitle(await document()) });

/** No link has the token of the address. */
export default async function LinkNotFound() {
  return <LinkView document={await document()} />;
}
