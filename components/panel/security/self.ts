import type { useTRPC } from "../trpc";

/** The procedures for the user's own account. The back-office has the same procedures. */
export type SelfProcedures = ReturnType<typeof useTRPC>["self"];
