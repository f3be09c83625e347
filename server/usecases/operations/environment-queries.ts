import { minutes } from "@/server/domain/clock";
import type { Ctx } from "../ctx";

/** Where the product runs, as its users should know it. */
export type Environment =
  | { readonly mode: "live" }
  | {
      readonly mode: "sandbox";
      /** The present time of the product if the sandbox's clock was moved (D-47); otherwise null. */
      readonly movedTo: Date | null;
    };

/** A smaller difference comes from the clock of the machine, not from a person. */
const movedMinMs = minutes(1);

/** Returns whether this is a sandbox, and the time that its clock was moved to. */
export function getEnvironment(ctx: Pick<Ctx, "sandboxTime" | "realTime">): Environment {
  const { sandboxTime } = ctx;
  if (sandboxTime === null) return { mode: "live" };
  const now = sandboxTime.now();
  const movedMs = now.getTime() - ctx.realTime.now().getTime();
  return { mode: "sandbox", movedTo: movedMs >= movedMinMs ? now : null };
}
