import type { useTRPC } from "../trpc";

/** What people do about themselves; the back-office has the same procedures. */
export type SelfProcedures = ReturnType<typeof useTRPC>["self"];
