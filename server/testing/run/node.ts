import { spawn } from "node:child_process";
import { setPriority } from "node:os";
import { projectRoot } from "@/server/launch/project";

export interface NodeSettings {
  /** Variables beside those of this process. */
  readonly variables?: Readonly<Record<string, string>>;
  /** How far it and what it starts stand back when others want the processors, 0 to 19 as of `nice`. */
  readonly niceness?: number;
}

/** Runs Node in the checkout with this process's output. Returns the exit code; null after a signal. */
export const node = (
  args: readonly string[],
  { variables = {}, niceness = 0 }: NodeSettings = {},
): Promise<number | null> =>
  new Promise((resolve, reject) => {
    const env = { ...process.env, ...variables };
    const child = spawn(process.execPath, args, { cwd: projectRoot, env, stdio: "inherit" });
    if (child.pid !== undefined && niceness > 0) setPriority(child.pid, niceness);
    child.once("error", reject);
    child.once("exit", resolve);
  });
