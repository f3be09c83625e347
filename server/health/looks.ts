import { statfs } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname } from "node:path";
import {
  type Disk,
  type Look,
  lookAtCertificate,
  lookAtDisk,
  lookAtPool,
} from "@/server/domain/operations/watch-rules";
import type { Env } from "@/server/env";
import type { Db } from "@/server/store/db";
import { takeLongestWait } from "@/server/store/pool-waits";
import { readCertificate } from "./read-certificate";

/** The name of this machine, as the subject of what concerns it alone. */
export const machine = hostname();

/** The longest wait for a neighbour's answer, ms. */
const answerMs = 3_000;

/** Looks how long requests have waited for a connection of the pool since the look before. */
export const lookIntoPool = (pool: Db["pool"]): Look =>
  lookAtPool(takeLongestWait(pool), pool.options.max ?? 0, machine);

/** Looks at the disks of the folder of the data and of the log. A folder that is not there says nothing. */
export async function lookAtDisks({ dataDir, log }: Pick<Env, "dataDir" | "log">): Promise<Look[]> {
  const folders = [dataDir, ...(log.file === undefined ? [] : [dirname(log.file)])];
  const disks = await Promise.all(folders.map(readDisk));
  const found = disks.filter((disk) => disk !== null);
  // Two folders of one disk are one look.
  const first = found.filter(({ device }, n) => found.findIndex((other) => other.device === device) === n);
  return first.map((disk) => lookAtDisk(disk, machine));
}

async function readDisk(path: string): Promise<(Disk & { readonly device: string }) | null> {
  try {
    const { bavail, blocks, bsize, files, type } = await statfs(path);
    const device = `${type} ${blocks} ${files} ${bavail}`;
    return { path, freeBytes: bavail * bsize, sizeBytes: blocks * bsize, device };
  } catch {
    return null;
  }
}

const dayMs = 86_400_000;
const endedCode = "CERT_HAS_EXPIRED";

/** Looks at the certificates of the public addresses. Those that cannot be read say nothing here. */
export async function lookAtCertificates(origins: readonly string[]): Promise<Look[]> {
  const secure = [...new Set(origins)].filter((origin) => origin.startsWith("https:"));
  const looks = await Promise.all(
    secure.map(async (origin) => {
      const daysLeft = await readCertificate(new URL(origin), answerMs).then(
        (until) => (until.getTime() - Date.now()) / dayMs,
        (error: unknown) => (error instanceof Error && "code" in error && error.code === endedCode ? -1 : null),
      );
      return lookAtCertificate(origin, daysLeft);
    }),
  );
  return looks.flat();
}
