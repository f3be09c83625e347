/** A value that may be used but not shown: prints `[redacted]` and refuses to become JSON (rule 10). */
export class Secret {
  readonly #value: string;
  constructor(value: string) {
    this.#value = value;
  }
  /** The value itself. Each call is a place to look at in a review. */
  reveal(): string {
    return this.#value;
  }
  toString(): string {
    return "[redacted]";
  }
  toJSON(): never {
    throw new TypeError("A secret cannot be written as JSON");
  }
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return "[redacted]";
  }
}
