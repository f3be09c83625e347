import { handleReturned } from "@/server/entry/panel/returned";

export const dynamic = "force-dynamic";

export { handleReturned as GET };
