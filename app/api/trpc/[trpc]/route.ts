import { handlePanel } from "@/server/entry/panel/handle";

export const dynamic = "force-dynamic";

export { handlePanel as GET, handlePanel as POST };
