/** A list of 32-bit integers that grows. */
export class IntList {
  private items = new Int32Array(2 ** 16);
  private used = 0;

  get length(): number {
    return this.used;
  }

  push(item: number): void {
    if (this.used === this.items.length) {
      const larger = new Int32Array(this.items.length * 2);
      larger.set(this.items);
      this.items = larger;
    }
    this.items[this.used] = item;
    this.used += 1;
  }

  /** Returns the integers, without a copy. */
  view(): Int32Array {
    return this.items.subarray(0, this.used);
  }
}
