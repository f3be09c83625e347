import { NoSuchStaffScreen } from "@/components/staff/no-such-staff-screen";
import { staffSession } from "@/server/entry/staff/page";
import { answerWithStatus } from "@/server/request-store";

/** The page for addresses without a screen. */
export default async function NoSuchPage() {
  await staffSession();
  answerWithStatus(404);
  return <NoSuchStaffScreen />;
}
