import { handleStaff } from "@/server/entry/staff/handle";

export const dynamic = "force-dynamic";

export { handleStaff as GET, handleStaff as POST };
