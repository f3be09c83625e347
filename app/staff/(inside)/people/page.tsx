import { PeopleScreen } from "@/components/staff/people/people-screen";
import { StaffScreen } from "@/components/staff/staff-screen";
import { staffPage, staffTitle } from "@/server/entry/staff/page";

export const generateMetadata = staffTitle("people");

export default async function PeoplePage() {
  const page = await staffPage("people.read", (trpc, client) => [
    client.prefetchQuery(trpc.people.list.queryOptions()),
    client.prefetchQuery(trpc.people.invitations.queryOptions()),
  ]);
  return (
    <StaffScreen {...page}>
      <PeopleScreen />
    </StaffScreen>
  );
}
