/** A value that was read at a version, and the span in which it is valid: `from` inclusive, `until` exclusive. */
export interface CacheEntry<T> {
  readonly version: number;
  readonly from: Date;
  readonly until: Date;
  readonly value: T;
}

/** Caches the newest value of each key. The versions of one key only grow. */
export class VersionedCache<T> {
  private readonly kept = new Map<string, CacheEntry<T>>();

  /** @param countMax when there are more entries, the one that was stored first is dropped */
  constructor(private readonly countMax: number) {}

  /**
   * Finds the value that is valid at an instant and was read at this version or later; null where it has to be read.
   */
  find(key: string, version: number, at: Date): T | null {
    const kept = this.kept.get(key);
    const fits = kept && kept.version >= version && kept.from <= at && at < kept.until;
    return fits ? kept.value : null;
  }

  /** Stores a value unless the entry is newer by version, or by span: yesterday's value does not replace today's. */
  put(key: string, found: CacheEntry<T>): void {
    const kept = this.kept.get(key);
    const isNewer = !kept || found.version > kept.version;
    if (!isNewer && (found.version < kept.version || found.from < kept.from)) return;
    this.kept.delete(key);
    this.kept.set(key, found);
    const [oldest] = this.kept.keys();
    if (this.kept.size > this.countMax && oldest !== undefined) this.kept.delete(oldest);
  }
}
