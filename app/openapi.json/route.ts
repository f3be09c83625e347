import { answerReference } from "@/server/entry/docs/openapi";
import reference from "@/server/entry/v1/openapi.json";

export const dynamic = "force-dynamic";

/** Answers the reference of the merchant API. */
export const GET = (): Response => answerReference(reference);
