import { handleInngest } from "@/server/entry/jobs/jobs";

export const dynamic = "force-dynamic";

export { handleInngest as GET, handleInngest as POST, handleInngest as PUT };

/** Refuses OPTIONS, to which the framework would answer 204. */
export const OPTIONS = (): Response => new Response(null, { status: 405, headers: { Allow: "GET, POST, PUT" } });
