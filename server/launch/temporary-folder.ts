import { chmod, mkdtemp, statfs } from "node:fs/promises";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

const gibibyte = 1024 ** 3;

/** The room in bytes that the clusters of a whole test run need at most in memory, with a reserve. */
const memoryNeeded = { free: 8 * gibibyte, inFolder: 4 * gibibyte };

/** Linux's folder whose files are in memory. */
const memoryFolder = "/dev/shm";

/**
 * Creates a folder for data that a test removes. PostgreSQL's user may enter it. It is in memory where Linux offers
 * room for that: a database has 700 files, and some disks need half a second to create them.
 */
export const createTemporaryFolder = async (prefix: string): Promise<string> => {
  const folder = await mkdtemp(join((await hasMemory()) ? memoryFolder : tmpdir(), prefix));
  await chmod(folder, 0o755);
  return folder;
};

const hasMemory = async (): Promise<boolean> => {
  if (process.platform !== "linux" || freemem() < memoryNeeded.free) return false;
  try {
    const { bavail, bsize } = await statfs(memoryFolder);
    return bavail * bsize >= memoryNeeded.inFolder;
  } catch {
    return false;
  }
};
