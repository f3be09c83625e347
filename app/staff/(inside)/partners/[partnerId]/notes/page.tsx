import { NotesScreen } from "@/components/staff/partners/notes-screen";
import { StaffScreen } from "@/components/staff/staff-screen";
import { cursorPaging } from "@/components/ui/list/list-pages";
import { staffPage, staffTitle } from "@/server/entry/staff/page";

export const generateMetadata = staffTitle("partner");

interface PartnerPageInput {
  readonly params: Promise<{ partnerId: string }>;
}

export default async function NotesPage({ params }: PartnerPageInput) {
  const which = await params;
  const page = await staffPage("partner.read", (trpc, client) => [
    client.prefetchQuery(trpc.partner.get.queryOptions(which)),
    client.prefetchInfiniteQuery(trpc.partner.notes.infiniteQueryOptions(which, cursorPaging)),
  ]);
  return (
    <StaffScreen {...page}>
      <NotesScreen {...which} />
    </StaffScreen>
  );
}
