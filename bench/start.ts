import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeData, startCommand, startInstance } from "@/server/testing/run/instance";
import type { BenchSettings } from "./load";
import type { AtEnd } from "./processes";
import { printDurations } from "./table";

/** The longest median of the starts, in ms. */
const boundMs = 10_000;

/** Measures how long the product takes until it is ready when it starts again on its data (see README.md). */
export const benchStart = async ({ rounds }: BenchSettings, atEnd: AtEnd): Promise<void> => {
  // The data is on the disk, as that of an installation is.
  const folder = await mkdtemp(join(tmpdir(), "vezne-bench-"));
  await chmod(folder, 0o755);
  const first = await startInstance({ folder });
  atEnd(() => removeData(first));
  await first.stop();
  const startsMs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    const again = await startInstance({ like: first, command: startCommand });
    startsMs.push(performance.now() - startedAt);
    await again.stop();
  }
  printDurations("start on existing data", startsMs, boundMs);
};
