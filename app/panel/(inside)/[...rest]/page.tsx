import { NoSuchScreen } from "@/components/panel/no-such-screen";
import { panelSession } from "@/server/entry/panel/page";
import { answerWithStatus } from "@/server/request-store";

/** The page for addresses without a screen. */
export default async function NoSuchPage() {
  await panelSession();
  answerWithStatus(404);
  return <NoSuchScreen />;
}
