import { existsSync } from "node:fs";

const shell = "/bin/sh";

/**
 * Returns a command that runs another one without core dumps, where the system has a shell: the memory of the web
 * server holds copies of card numbers for a while, and a dump of it would be a file with them (D-320). The shell
 * replaces itself by the command, which keeps its process id and its open channels.
 */
export const withoutCoreDumps = (file: string, args: readonly string[]): [file: string, args: string[]] =>
  existsSync(shell) ? [shell, ["-c", 'ulimit -c 0; exec "$0" "$@"', file, ...args]] : [file, [...args]];
