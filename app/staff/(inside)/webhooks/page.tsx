import { StaffScreen } from "@/components/staff/staff-screen";
import { ReceiversScreen } from "@/components/staff/webhooks/receivers-screen";
import { cursorPaging } from "@/components/ui/list/list-pages";
import { pageParameters, readListQuery } from "@/server/domain/lists";
import { receiverList } from "@/server/domain/webhooks/receiver-list";
import { staffPage, staffTitle } from "@/server/entry/staff/page";

export const generateMetadata = staffTitle("webhooks");

interface PageInput {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

export default async function WebhooksPage({ searchParams }: PageInput) {
  const query = readListQuery(receiverList, pageParameters(await searchParams));
  const page = await staffPage("webhook.read", (trpc, client) => [
    client.prefetchInfiniteQuery(trpc.webhook.receivers.infiniteQueryOptions(query, cursorPaging)),
  ]);
  return (
    <StaffScreen {...page}>
      <ReceiversScreen />
    </StaffScreen>
  );
}
