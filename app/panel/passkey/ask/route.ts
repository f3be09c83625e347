import { handlePasskeyOptions } from "@/server/entry/people/mailed-link-requests";

export const dynamic = "force-dynamic";

export const POST = handlePasskeyOptions("panel");
