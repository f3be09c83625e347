import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hours } from "@/server/domain/clock";
import { copyProject } from "@/server/testing/faults/copy-project";
import type { Edit } from "./mutant";
import type { Ended } from "./verdict";

/** A copy of the project in a temporary folder, in which mutants are planted and simulations run. */
export interface Workbench {
  /** Makes the edits while the work runs, and restores the files after it. */
  withEdits<T>(edits: readonly Edit[], work: () => Promise<T>): Promise<T>;
  /** Runs the simulations of the seeds 1 to `seeds`, up to the first one that fails. */
  simulate(seeds: number): Promise<Ended>;
  /** Ends what runs, and removes the copy. */
  close(): Promise<void>;
}

/** The time after which simulations that do not end are ended, ms. */
const longestMs = hours(2);

export async function openWorkbench(): Promise<Workbench> {
  const folder = await mkdtemp(join(tmpdir(), "vezne-mutants-"));
  copyProject(folder);
  const running = new Set<ChildProcess>();
  return {
    async withEdits(edits, work) {
      const restore = plant(folder, edits);
      try {
        return await work();
      } finally {
        restore();
      }
    },
    simulate(seeds) {
      const args = [
        join(folder, "node_modules/tsx/dist/cli.mjs"),
        "sim/run.ts",
        "--seeds",
        String(seeds),
        "--no-shrink",
      ];
      const child = spawn(process.execPath, args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
      running.add(child);
      return untilEnded(child).finally(() => running.delete(child));
    },
    async close() {
      for (const child of running) child.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Makes the edits in a copy of the project, and returns what restores the files.
 * @throws Error where one does not fit
 */
function plant(folder: string, edits: readonly Edit[]): () => void {
  const originals = new Map<string, string>();
  const restore = (): void => {
    for (const [path, text] of originals) writeFileSync(path, text);
  };
  for (const { file, find, replace } of edits) {
    const path = join(folder, file);
    const text = readFileSync(path, "utf8");
    if (!originals.has(path)) originals.set(path, text);
    if (text.split(find).length === 2)
      writeFileSync(
        path,
        text.replace(find, () => replace),
      );
    else {
      restore();
      throw new Error(`${file} does not have exactly once: ${find}`);
    }
  }
  return restore;
}

function untilEnded(child: ChildProcess): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const output: Buffer[] = [];
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      child.kill();
    }, longestMs);
    child.stdout?.on("data", (chunk: Buffer) => output.push(chunk));
    child.stderr?.on("data", (chunk: Buffer) => output.push(chunk));
    child.once("error", reject);
    child.once("close", (code) => {
      clearTimeout(timer);
      resolve({ code: isLate ? null : (code ?? 1), output: Buffer.concat(output).toString("utf8") });
    });
  });
}
