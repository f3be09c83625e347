import { createHash } from "node:crypto";

/** What happened in a simulation, a line for each step. Two runs of a seed have the same bytes. */
export class Trace {
  private readonly lines: string[] = [];
  private readonly hash = createHash("sha256");

  /** @param keepsLines whether the text can be read at the end; without it only its digest is kept */
  constructor(private readonly keepsLines: boolean) {}

  line(step: number, lane: string, what: string, outcome: string): void {
    this.add(`${String(step).padStart(5)}  ${lane.padEnd(14)} ${what}${outcome === "" ? "" : ` → ${outcome}`}`);
  }

  /** Adds a line that is no step. */
  note(text: string): void {
    this.add(`       ${text}`);
  }

  private add(line: string): void {
    this.hash.update(line).update("\n");
    if (this.keepsLines) this.lines.push(line);
  }

  text(): string {
    return `${this.lines.join("\n")}\n`;
  }

  /** Returns a digest of all lines so far. */
  digest(): string {
    return this.hash.copy().digest("hex").slice(0, 16);
  }
}
