import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { NotTestable } from "./check";

/** What Linux says about the process that serves a port, and about the addresses on which it listens. */

/** An address on which a process listens, in hexadecimal as the kernel prints it, with the number of its socket. */
interface Listening {
  readonly address: string;
  readonly inode: string;
}

/** Lists the addresses on which a port is open to connections. */
export function listListening(port: number): Listening[] {
  const wanted = port.toString(16).toUpperCase().padStart(4, "0");
  return ["/proc/net/tcp", "/proc/net/tcp6"].flatMap((file) =>
    readText(file)
      .split("\n")
      .slice(1)
      .flatMap((line) => {
        const [, local = "", , state, , , , , , inode = ""] = line.trim().split(/\s+/);
        const [address = "", at] = local.split(":");
        return at === wanted && state === "0A" ? [{ address, inode }] : [];
      }),
  );
}

/** Finds the process that listens on a port. @throws NotTestable where the system does not say it */
export function findServer(port: number): number {
  const inodes = new Set(listListening(port).map(({ inode }) => `socket:[${inode}]`));
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    if (listLinks(`/proc/${pid}/fd`).some((link) => inodes.has(link))) return Number(pid);
  }
  throw new NotTestable(`the process that listens on port ${port} cannot be found here`);
}

/** Reads a file of a process, such as `status` or `limits`. */
export const readOfProcess = (pid: number, file: string): string => readText(`/proc/${pid}/${file}`);

/** Reads the resident memory of a process in MB. */
export function readMemoryMb(pid: number): number {
  const [, kb = ""] = /^VmRSS:\s+(\d+) kB/m.exec(readOfProcess(pid, "status")) ?? [];
  return Number(kb) / 1024;
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new NotTestable(`${file} cannot be read here`);
  }
}

function listLinks(folder: string): string[] {
  try {
    return readdirSync(folder).flatMap((name) => {
      try {
        return [readlinkSync(`${folder}/${name}`)];
      } catch {
        return [];
      }
    });
  } catch {
    return [];
  }
}
