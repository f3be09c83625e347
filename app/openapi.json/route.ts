import reference from "@/server/entry/v1/openapi.json";

export const dynamic = "force-static";

/** The reference of the merchant API. */
export const GET = (): Response =>
  Response.json(reference, { headers: { "Content-Type": "application/json; charset=utf-8" } });
