/** Wraps a value that must not be logged or stored: it prints as `[redacted]`, and conversion to JSON throws (R10). */
export class Secret {
  readonly #value: string;
  constructor(value: string) {
    this.#value = value;
  }
  /** Returns the wrapped value. A security review has to check every call of this method. */
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
