import { appendFile, mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";

/** The file to which the heads of the audit logs are exported (D-302). It is only ever added to. */
export interface HeadsFile {
  /** Reads the newest lines; empty where there is no file yet. */
  readNewest(): Promise<string[]>;
  append(lines: string): Promise<void>;
}

/**
 * How much of the file is read, bytes. A log whose last head is further back is exported once more, which does no harm.
 */
const readMax = 4 * 1024 * 1024;

export const createHeadsFile = (path: string): HeadsFile => ({
  async readNewest() {
    try {
      const file = await open(path, "r");
      try {
        const { size } = await file.stat();
        const from = Math.max(0, size - readMax);
        const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
        return buffer.toString("utf8", 0, bytesRead).split("\n");
      } finally {
        await file.close();
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
      throw error;
    }
  },
  async append(lines) {
    await mkdir(dirname(path), { recursive: true });
    await appendFile(path, lines, { mode: 0o600 });
  },
});
