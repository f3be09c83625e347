import { panelRouter } from "@/server/entry/panel/router";

interface Procedure {
  readonly _def: { readonly type: "query" | "mutation" };
}

/** The paths of all mutations of the panel, for example `refund.start`. */
export const panelMutations: readonly string[] = Object.entries(
  panelRouter._def.procedures as unknown as Record<string, Procedure>,
)
  .filter(([, { _def }]) => _def.type === "mutation")
  .map(([path]) => path);
