import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { TestCardTable } from "@/components/docs/test-card-table";
import { preferredLanguage } from "@/server/domain/negotiation";
import { readTestCards } from "@/server/entry/docs/test-cards";

export const dynamic = "force-dynamic";

export default async function TestCardsPage() {
  const found = await readTestCards();
  if (!found) notFound();
  return (
    <TestCardTable {...found} language={preferredLanguage((await headers()).get("accept-language"), "tr")} />
  );
}
