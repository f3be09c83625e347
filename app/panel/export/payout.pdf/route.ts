import { handlePayoutNotice } from "@/server/entry/panel/procedures/document";

export const dynamic = "force-dynamic";

export { handlePayoutNotice as GET };
