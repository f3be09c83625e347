import type { PassedOn } from "../cluster/proxy";

/** The doors of the product, by the beginnings of their methods and paths; the first one that fits is taken. */
const doors: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["creations of payments", /^POST \/v1\/payments$/],
  ["refunds", /^POST \/v1\/payments\/[^/]+\/refunds/],
  ["links of merchants", /^(POST|DELETE) \/v1\/payment-links/],
  ["look-ups", /^\S+ \/v1\//],
  ["handoffs", /^POST \/handoff$/],
  ["card forms of links", /^POST \/l\/[^/]+\/pay$/],
  ["pages of links", /^\S+ \/l\//],
  ["returns from the bank", /^POST \/3ds\/callback\//],
];

/** Counts what passes the proxy. */
export class Tally {
  readonly #counts = new Map<string, Map<number, number>>();

  note({ method, path, status }: Pick<PassedOn, "method" | "path" | "status">): void {
    const name = doors.find(([, pattern]) => pattern.test(`${method} ${path}`))?.[0];
    if (name === undefined) return;
    const counts = this.#counts.get(name) ?? new Map<number, number>();
    counts.set(status, (counts.get(status) ?? 0) + 1);
    this.#counts.set(name, counts);
  }

  /**
   * The number of requests that were answered 500. While the database is away an answer is 503 (D-68), so a 500 is a
   * defect.
   */
  get defects(): number {
    return [...this.#counts.values()].reduce((sum, counts) => sum + (counts.get(500) ?? 0), 0);
  }

  /** Returns a line for each door: its requests, and those that the product could not do. */
  describe(): string[] {
    return doors.flatMap(([name]) => {
      const counts = this.#counts.get(name);
      if (!counts) return [];
      const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
      const troubles = [...counts]
        .filter(([status]) => status === 0 || status >= 500)
        .sort(([one], [other]) => one - other);
      const words = troubles.map(([status, count]) => `${status === 0 ? "left or cut off" : status} × ${count}`);
      return [`${name}: ${all} requests, ${words.length === 0 ? "all answered" : words.join(", ")}`];
    });
  }
}
