import { removeData, startInstance } from "@/server/testing/run/instance";
import type { BenchSettings } from "./load";
import type { AtEnd } from "./processes";
import { durations } from "./table";

/** The longest start that is aimed at, in ms. */
const aimMs = 10_000;

/** Measures how long the product takes until it is ready when it starts again on its data (see README.md). */
export const benchStart = async ({ rounds }: BenchSettings, atEnd: AtEnd): Promise<void> => {
  const first = await startInstance();
  atEnd(() => removeData(first));
  await first.stop();
  const startsMs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    const again = await startInstance({ like: first });
    startsMs.push(performance.now() - startedAt);
    await again.stop();
  }
  console.log(durations("start on existing data", startsMs, aimMs));
};
