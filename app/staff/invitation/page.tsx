import { StaffInvitationScreen } from "@/components/staff/people/staff-invitation-screen";
import { staffTitle } from "@/server/entry/staff/page";

export const generateMetadata = staffTitle("invitation");

export default function StaffInvitationPage() {
  return <StaffInvitationScreen />;
}
