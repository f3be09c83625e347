import { InvitationScreen } from "@/components/panel/invitation/invitation-screen";
import { panelTitle } from "@/server/entry/panel/page";

export const generateMetadata = panelTitle("invitation");

export default function InvitationPage() {
  return <InvitationScreen />;
}
