import { handleReceipt } from "@/server/entry/panel/procedures/document";

export const dynamic = "force-dynamic";

export { handleReceipt as GET };
