export { handleInvitation as POST } from "@/server/entry/panel/invitation";

export const dynamic = "force-dynamic";
