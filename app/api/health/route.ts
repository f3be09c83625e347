export const dynamic = "force-dynamic";

/** The framework routes requests. Whether the product is ready is said by `/readyz`, in front of the framework. */
export const GET = (): Response => Response.json({ status: "ok" });
