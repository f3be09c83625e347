export const dynamic = "force-dynamic";

/**
 * Answers that the framework routes requests. `/readyz`, in front of the framework, answers whether the product is
 * ready.
 */
export const GET = (): Response => Response.json({ status: "ok" });
