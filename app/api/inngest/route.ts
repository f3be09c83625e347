import { handleInngest } from "@/server/entry/jobs/jobs";

export const dynamic = "force-dynamic";

export { handleInngest as GET, handleInngest as POST, handleInngest as PUT };
