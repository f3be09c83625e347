import type { Backend } from "../cluster/proxy";

export interface Places {
  /** The port at which HAProxy listens for all hosts, without TLS. */
  readonly port: number;
  /** The port of the listener that redirects to TLS. No request of a run goes to it. */
  readonly plainPort: number;
  readonly adminSocket: string;
  /** The processes, in the order of the file. */
  readonly backends: readonly Backend[];
}

/**
 * Returns the recommended configuration with the places of a run instead of those of an installation. Every rule of it
 * stays: how processes are probed, what is sent again, and the limits of time.
 * @throws Error when a line that is replaced is not in the file
 */
export function fillInPlaces(file: string, { port, plainPort, adminSocket, backends }: Places): string {
  const replaced = new Map<RegExp, string>([
    [/bind :80$/m, `bind 127.0.0.1:${plainPort}`],
    [/bind :443 ssl .*$/m, `bind 127.0.0.1:${port}`],
    [/log \/dev\/log local0$/m, "log stdout format raw local0"],
    // Only the superuser can become another user.
    [/^ {4}user haproxy\n {4}group haproxy\n {4}chroot .*\n/m, ""],
    [/stats socket \S+/, `stats socket ${adminSocket}`],
    [/pay\.example\.com handoff\.example\.com$/m, "127.0.0.1"],
  ]);
  let text = file;
  for (const [pattern, line] of replaced) {
    if (!pattern.test(text)) throw new Error(`The configuration of HAProxy has no line like ${pattern}.`);
    text = text.replace(pattern, line);
  }
  const [api, pay] = [text.indexOf("\nbackend api\n"), text.indexOf("\nbackend pay\n")];
  const places = (part: string, kind: "port" | "payPort"): string => fillInServers(part, backends, kind);
  return text.slice(0, api) + places(text.slice(api, pay), "port") + places(text.slice(pay), "payPort");
}

/** @throws Error when the file has another number of processes */
function fillInServers(part: string, backends: readonly Backend[], kind: "port" | "payPort"): string {
  const names = new Set<string>();
  const text = part.replace(
    /server web(\d)(\S*) 127\.0\.0\.1:\d+( check port \d+)?/g,
    (_, number: string, rest: string, check?: string) => {
      const backend = backends[Number(number) - 1];
      if (!backend) throw new Error(`There is no process web${number}.`);
      names.add(number);
      const probed = check === undefined ? "" : ` check port ${backend.adminPort}`;
      return `server web${number}${rest} 127.0.0.1:${backend[kind]}${probed}`;
    },
  );
  if (names.size !== backends.length) throw new Error(`The configuration of HAProxy has ${names.size} processes.`);
  return text;
}
