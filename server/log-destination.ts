import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { dirname } from "node:path";

/** Where the lines of a log are written. */
export interface LogDestination {
  /** Writes one line, with its end. Never throws. */
  write(line: string): void;
}

/** The bytes that are held while they cannot be written. */
const heldMax = 1_000_000;

/**
 * Opens the destination of a log: a file, which is appended to and which only its owner can read, or an open descriptor
 * (1 is the standard output, 2 the standard error). Lines are written synchronously: none is lost when the process is
 * killed, and one costs microseconds. Bytes that cannot be written, because the disk is full or no reader empties the
 * pipe, must not cost the work that logged them: they are held and written before the next line. Lines beyond `heldMax`
 * are lost and counted.
 * @param onLost called with the number of lost lines when lines can be written again
 */
export const openLogDestination = (to: string | number, onLost: (lines: number) => void): LogDestination => {
  let descriptor = typeof to === "number" ? to : openFile(to);
  let held: Uint8Array = new Uint8Array();
  let lostLines = 0;

  const writeHeld = (): void => {
    while (held.length > 0) held = held.subarray(writeSync(descriptor, held));
  };
  const report = (): void => {
    const lines = lostLines;
    lostLines = 0;
    if (lines > 0) onLost(lines);
  };
  atSignalAndExit({
    // A rotation has moved the file away.
    reopen() {
      if (typeof to === "number") return;
      const old = descriptor;
      descriptor = openFile(to);
      closeSync(old);
    },
    writeHeld,
  });
  return {
    write(line) {
      const bytes = Buffer.from(line);
      const isHeld = held.length + bytes.length <= heldMax;
      if (isHeld) held = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
      else lostLines += 1;
      try {
        writeHeld();
        report();
      } catch {
        // What is still held is tried again with the next line.
      }
    },
  };
};

const openFile = (file: string): number => {
  mkdirSync(dirname(file), { recursive: true });
  return openSync(file, "a", 0o600);
};

interface OpenLog {
  reopen(): void;
  writeHeld(): void;
}

const openLogs = new Set<OpenLog>();

/** Opens the files of the logs again at SIGUSR2, and tries to write what is held at the end of the process. */
const atSignalAndExit = (log: OpenLog): void => {
  if (openLogs.size === 0) {
    process.on("SIGUSR2", () => forEachLog("reopen"));
    process.on("exit", () => forEachLog("writeHeld"));
  }
  openLogs.add(log);
};

const forEachLog = (name: keyof OpenLog): void => {
  for (const log of openLogs) {
    try {
      log[name]();
    } catch {
      // A file that cannot be opened again leaves the present one in use.
    }
  }
};
