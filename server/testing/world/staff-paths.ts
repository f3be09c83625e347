import { staffRouter } from "@/server/entry/staff/router";

interface Procedure {
  readonly _def: { readonly type: "query" | "mutation" };
}

/** The paths of all mutations of the back-office, for example `partner.hold`. */
export const staffMutations: readonly string[] = Object.entries(
  staffRouter._def.procedures as unknown as Record<string, Procedure>,
)
  .filter(([, { _def }]) => _def.type === "mutation")
  .map(([path]) => path);
