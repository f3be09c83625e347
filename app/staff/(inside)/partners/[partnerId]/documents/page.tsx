import { DocumentsScreen } from "@/components/staff/partners/documents-screen";
import { StaffScreen } from "@/components/staff/staff-screen";
import { staffPage, staffTitle } from "@/server/entry/staff/page";

export const generateMetadata = staffTitle("partner");

interface PartnerPageInput {
  readonly params: Promise<{ partnerId: string }>;
}

export default async function DocumentsPage({ params }: PartnerPageInput) {
  const which = await params;
  const page = await staffPage("partner.read", (trpc, client) => [
    client.prefetchQuery(trpc.partner.get.queryOptions(which)),
    client.prefetchQuery(trpc.partner.documents.queryOptions(which)),
  ]);
  return (
    <StaffScreen {...page}>
      <DocumentsScreen {...which} />
    </StaffScreen>
  );
}
