export { handleStaffAcceptance as POST } from "@/server/entry/staff/procedures/invitation";

export const dynamic = "force-dynamic";
