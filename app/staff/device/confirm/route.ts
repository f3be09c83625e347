import { handleDevice } from "@/server/entry/people/mailed-link-requests";

export const dynamic = "force-dynamic";

export const POST = handleDevice("staff");
