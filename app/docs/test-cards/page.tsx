import { headers } from "next/headers";
import NotFound from "@/app/not-found";
import { TestCardTable } from "@/components/docs/guide/test-card-table";
import { preferredLanguage } from "@/server/domain/web/negotiation";
import { readTestCards } from "@/server/entry/docs/test-cards";
import { answerWithStatus } from "@/server/request-store";
import "@/components/docs/guide/guide.css";

export const dynamic = "force-dynamic";

export default async function TestCardsPage() {
  const found = await readTestCards();
  if (!found) {
    answerWithStatus(404);
    return <NotFound />;
  }
  return <TestCardTable {...found} language={preferredLanguage((await headers()).get("accept-language"), "tr")} />;
}
