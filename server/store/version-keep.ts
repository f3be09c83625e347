/** Something that was read at a version, and the span of time that it holds for: from, inclusive, until, exclusive. */
export interface Kept<T> {
  readonly version: number;
  readonly from: Date;
  readonly until: Date;
  readonly value: T;
}

/** Values in memory by their key, each the newest that was read. Versions of one key only grow. */
export class VersionKeep<T> {
  private readonly kept = new Map<string, Kept<T>>();

  /** @param countMax above it, the one that was kept first goes */
  constructor(private readonly countMax: number) {}

  /** What holds at an instant, read at this version or a later one; null: it has to be read. */
  find(key: string, version: number, at: Date): T | null {
    const kept = this.kept.get(key);
    const fits = kept && kept.version >= version && kept.from <= at && at < kept.until;
    return fits ? kept.value : null;
  }

  /** Keeps what was read, unless something newer is there: what held yesterday does not drive out what holds today. */
  put(key: string, found: Kept<T>): void {
    const kept = this.kept.get(key);
    const isNewer = !kept || found.version > kept.version;
    if (!isNewer && (found.version < kept.version || found.from < kept.from)) return;
    this.kept.delete(key);
    this.kept.set(key, found);
    const [oldest] = this.kept.keys();
    if (this.kept.size > this.countMax && oldest !== undefined) this.kept.delete(oldest);
  }
}
