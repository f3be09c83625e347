import { type Door, Person } from "../security/person";
import type { ProcedureAnswer } from "../support/procedure";
import type { User } from "../support/sandbox";

/** A person with a session of the panel or of the back-office, who reads again where a kill has cut a look. */
export class Clerk {
  readonly #person: Person;

  constructor(
    door: Door,
    readonly user: User,
    private readonly whenUp: () => Promise<void>,
  ) {
    this.#person = new Person(door);
  }

  /** Signs in, again where the clock has ended the session. @throws Error when the door refuses */
  async signIn(): Promise<void> {
    const word = await this.#person.signIn(this.user);
    if (word !== "signed_in") throw new Error(`${this.user.email} may not sign in: ${word}`);
  }

  /**
   * Calls a procedure that changes something, and enters the password first where the product asks for it again.
   * Rejects where no answer came.
   */
  async change(path: string, input: object): Promise<ProcedureAnswer> {
    const answer = await this.#person.change(path, input);
    if (answer.code !== "reauthentication_required") return answer;
    await this.signIn();
    return this.#person.change(path, input);
  }

  /** Calls a procedure that reads, until there is an answer. @throws Error for a refusal */
  async read<T>(path: string, input?: object): Promise<T> {
    for (;;) {
      await this.whenUp();
      const answer = await this.#person.query(path, input).catch(() => null);
      if (answer === null || answer.status >= 500) continue;
      if (answer.code !== null) throw new Error(`${path}: ${answer.status} ${answer.code}`);
      return answer.data as T;
    }
  }
}
