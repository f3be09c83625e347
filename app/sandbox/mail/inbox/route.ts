import { handleInbox } from "@/server/entry/sandbox/inbox";

export const dynamic = "force-dynamic";

export { handleInbox as GET, handleInbox as HEAD };
