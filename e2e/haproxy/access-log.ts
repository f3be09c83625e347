/** One request in the log of HAProxy, in the format of deploy/haproxy/haproxy.cfg. */
export interface Passed {
  /** The instant at which the request came, ms. */
  readonly at: number;
  /** How long it took until it had ended, ms. */
  readonly ms: number;
  /** The process, such as `api/web1`; `api/<NOSRV>` where none was found. */
  readonly server: string;
  /** The status of the answer; -1 where none was sent. */
  readonly status: number;
  /**
   * How the request ended, as HAProxy writes it: the first letter is `-` for a whole answer, `C` where the client broke
   * off, `S` where the process did, and lower case for time-outs.
   */
  readonly ending: string;
  /** How often a connection to a process could not be made and was tried again. */
  readonly retries: number;
}

const linePattern = /^\S+ \[(\d+)\/(\w+)\/(\d+):(\S+)\] \S+ (\S+) \S+\/(\d+) (-?\d+) \d+ (\S\S) \S+\/\+?(\d+) \S+$/;

/** Reads the lines of requests; HAProxy's other lines, such as those about the health of a process, are left out. */
export function readAccessLog(text: string): Passed[] {
  return text.split("\n").flatMap((line): Passed[] => {
    const [, day, month, year, time, server = "", ms, status, ending = "", retries] = linePattern.exec(line) ?? [];
    if (status === undefined) return [];
    const at = Date.parse(`${day} ${month} ${year} ${time}`);
    return [{ at, ms: Number(ms), server, status: Number(status), ending, retries: Number(retries) }];
  });
}

/** Returns whether a process or HAProxy itself left the client without the process's own whole answer. */
export const isCutOff = ({ ending }: Passed): boolean => !/^[-Cc]/.test(ending);
