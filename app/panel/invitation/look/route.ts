export { handleInvitation as POST } from "@/server/entry/panel/procedures/invitation";

export const dynamic = "force-dynamic";
