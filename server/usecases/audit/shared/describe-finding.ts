import type { HeadFinding } from "@/server/domain/audit/heads";

/** Says what an exported head shows about a log, for the command and for the alert. */
export function describeFinding({ kind, scope, from, until }: HeadFinding): string {
  const entries = from === until ? `entry ${from}` : `entries ${from} to ${until}`;
  return kind === "cut"
    ? `${entries} of ${scope} ${from === until ? "is" : "are"} missing at the end, although exported`
    : `${entries} of ${scope} differ${from === until ? "s" : ""} from what was exported: changed, removed or replaced`;
}
