import { spawnSync } from "node:child_process";
import { chmodSync, closeSync, ftruncateSync, mkdirSync, mkdtempSync, openSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** A disk of its own that can be filled. */
export interface Disk {
  readonly folder: string;
  /** Uses up all of its room for some time, ms. */
  fillFor(ms: number): Promise<void>;
  remove(): void;
}

/** How often what has become free is used up too while the disk is full, ms. */
const fillEveryMs = 50;

/**
 * Makes a disk in a file, with a file system of its own, so that what is written durably reaches the machine's disk.
 * Returns null where this user may not mount one.
 * @param bytes its size; the machine's disk gives only what is written
 */
export function makeDisk(bytes: number): Disk | null {
  const parent = mkdtempSync(join(tmpdir(), "vezne-disk-"));
  chmodSync(parent, 0o755);
  const [image, folder] = [join(parent, "disk.img"), join(parent, "disk")];
  const file = openSync(image, "w");
  ftruncateSync(file, bytes);
  closeSync(file);
  mkdirSync(folder);
  const isMade =
    spawnSync("mkfs.ext4", ["-q", "-F", "-m", "0", image]).status === 0 &&
    spawnSync("mount", ["-o", "loop", image, folder]).status === 0;
  if (!isMade) {
    rmSync(parent, { recursive: true, force: true });
    return null;
  }
  chmodSync(folder, 0o755);
  return {
    folder,
    async fillFor(ms) {
      const fillers: string[] = [];
      for (const until = Date.now() + ms; Date.now() < until; await sleep(fillEveryMs)) {
        const filler = join(folder, `filler-${fillers.length}`);
        if (takeRoom(folder, filler)) fillers.push(filler);
      }
      for (const filler of fillers) rmSync(filler, { force: true });
    },
    remove() {
      spawnSync("umount", ["-l", folder]);
      rmSync(parent, { recursive: true, force: true });
    },
  };
}

/** Gives all free room of a file system to a new file. Returns whether there was any. */
function takeRoom(folder: string, filler: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  // The last blocks may be needed for the file system's own records of the file.
  for (let blocks = bavail; blocks > 0; blocks = Math.floor(blocks / 2)) {
    if (spawnSync("fallocate", ["-l", String(blocks * bsize), filler]).status === 0) return true;
  }
  rmSync(filler, { force: true });
  return false;
}
