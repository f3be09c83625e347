import type { State } from "../model/state";
import { packChanges, packState, unpackState, wordsPerState } from "./packed-state";

/** The states that a search has found, each under the number with which it was found (from 0 on). */
export class StateStore {
  private words = new Int32Array(wordsPerState * 2 ** 16);
  /** An open-addressing hash table: the number of a state plus 1, or 0. Its length is a power of two. */
  private table = new Int32Array(2 ** 17);
  private found = 0;

  get count(): number {
    return this.found;
  }

  get(number: number): State {
    return unpackState(this.words, number * wordsPerState);
  }

  /** Adds a state unless it is known. Returns its number. */
  add(state: State): number {
    this.reserve();
    packState(state, this.words, this.found * wordsPerState);
    return this.keepIfNew();
  }

  /** Does the same for a state that a move has made of a known one. */
  addNext(state: State, before: State, numberBefore: number): number {
    this.reserve();
    const at = this.found * wordsPerState;
    this.words.copyWithin(at, numberBefore * wordsPerState, (numberBefore + 1) * wordsPerState);
    packChanges(state, before, this.words, at);
    return this.keepIfNew();
  }

  /** Looks for the state that was written behind the last one, and keeps it if it is new. */
  private keepIfNew(): number {
    const at = this.found * wordsPerState;
    const mask = this.table.length - 1;
    for (let slot = hash(this.words, at) & mask; ; slot = (slot + 1) & mask) {
      const known = (this.table[slot] ?? 0) - 1;
      if (known < 0) {
        this.table[slot] = this.found + 1;
        this.found += 1;
        return this.found - 1;
      }
      if (this.isEqual(known * wordsPerState, at)) return known;
    }
  }

  private isEqual(a: number, b: number): boolean {
    for (let index = 0; index < wordsPerState; index += 1) {
      if (this.words[a + index] !== this.words[b + index]) return false;
    }
    return true;
  }

  /** Makes room for one more state, and keeps at most half of the hash table full. */
  private reserve(): void {
    if ((this.found + 1) * wordsPerState > this.words.length) {
      const larger = new Int32Array(this.words.length * 2);
      larger.set(this.words);
      this.words = larger;
    }
    if (this.found * 2 < this.table.length) return;
    this.table = new Int32Array(this.table.length * 2);
    const mask = this.table.length - 1;
    for (let number = 0; number < this.found; number += 1) {
      let slot = hash(this.words, number * wordsPerState) & mask;
      while (this.table[slot] !== 0) slot = (slot + 1) & mask;
      this.table[slot] = number + 1;
    }
  }
}

/** FNV-1a over the integers of a state, with a last mixing, because the table uses the low bits. */
function hash(words: Int32Array, offset: number): number {
  let mixed = 0x811c9dc5;
  for (let index = 0; index < wordsPerState; index += 1) {
    mixed = Math.imul(mixed ^ (words[offset + index] ?? 0), 0x01000193);
    mixed ^= mixed >>> 15;
  }
  return mixed >>> 0;
}
