import { expect } from "@playwright/test";
import superjson from "superjson";
import { type Answer, type Ask, ask } from "../support/http";
import type { ProcedureAnswer } from "../support/procedure";
import { sandbox } from "../support/product";
import type { User } from "../support/sandbox";

/** Where people sign in: the panel or the back-office of an instance. */
export interface Door {
  readonly kind: "panel" | "staff";
  /** The address of the listener. */
  readonly address: string;
  /** The origin of the pages, where it is not the address: a proxy stands in front of the product. */
  readonly origin?: string;
  /** The loopback address of the browser. */
  readonly from?: string;
}

export const panelDoor: Door = { kind: "panel", address: sandbox.apiUrl };
export const staffDoor: Door = { kind: "staff", address: sandbox.apiUrl };

type Login = Pick<User, "email" | "password"> & { readonly code?: string };

/** A browser of a person as plain HTTP: it keeps cookies, and calls procedures as the pages do. */
export class Person {
  readonly #cookies = new Map<string, string>();

  constructor(private readonly door: Door) {}

  /** Opens a browser and signs in; fails the check when the door refuses. */
  static async signedIn(door: Door, login: Login): Promise<Person> {
    const person = new Person(door);
    expect(await person.signIn(login), `${login.email} signs in`).toBe("signed_in");
    return person;
  }

  /** Signs in by the requests of the sign-in page. Returns the word of the refusal, or `signed_in`. */
  async signIn({ email, password, code = "" }: Login): Promise<string> {
    const answer = await this.postSignIn({ email, password, code });
    const { url } = answer.json() as { url: string };
    return new URL(url, this.origin).searchParams.get("error") ?? "signed_in";
  }

  /** Posts the form of the sign-in page, and returns the answer of the door. */
  async postSignIn(fields: Readonly<Record<string, string>>): Promise<Answer> {
    const base = this.door.kind === "panel" ? "/api/auth" : "/api/staff/auth";
    const { csrfToken } = (await this.ask(`${base}/csrf`)).json() as { csrfToken: string };
    return this.ask(`${base}/callback/credentials`, {
      method: "POST",
      headers: { Origin: this.origin, "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ ...fields, csrfToken, json: "true" }).toString(),
    });
  }

  async signOut(): Promise<Answer> {
    const base = this.door.kind === "panel" ? "/api/auth" : "/api/staff/auth";
    const { csrfToken } = (await this.ask(`${base}/csrf`)).json() as { csrfToken: string };
    return this.ask(`${base}/signout`, {
      method: "POST",
      headers: { Origin: this.origin, "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ csrfToken, json: "true" }).toString(),
    });
  }

  /** Calls a procedure that reads. */
  query(path: string, input?: object): Promise<ProcedureAnswer> {
    return this.#call(`${this.endpoint}/${path}?input=${encodeURIComponent(toBody(input))}`, {});
  }

  /** Calls a procedure that changes something. */
  change(path: string, input?: object, headers: Readonly<Record<string, string>> = {}): Promise<ProcedureAnswer> {
    return this.#call(`${this.endpoint}/${path}`, {
      method: "POST",
      headers: { Origin: this.origin, "Content-Type": "application/json", "x-vezne-page": "1", ...headers },
      body: toBody(input),
    });
  }

  /** Posts JSON as a page of ours that needs no session does. */
  post(path: string, body: object): Promise<Answer> {
    const headers = { Origin: this.origin, "Content-Type": "application/json", "x-vezne-page": "1" };
    return this.ask(path, { method: "POST", headers, body: JSON.stringify(body) });
  }

  /** Makes a request with the cookies of the browser, and keeps those of the answer. */
  async ask(target: string, options: Ask = {}): Promise<Answer> {
    const { host } = new URL(this.origin);
    const { from } = this.door;
    const headers = { Host: host, "Accept-Language": "en", Cookie: this.cookie, ...options.headers };
    const answer = await ask(this.door.address, target, { ...options, headers, ...(from !== undefined && { from }) });
    for (const line of answer.headers["set-cookie"] ?? []) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return answer;
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  /** Opens another browser from another address that has this browser's cookies of devices, and no session. */
  onSameDevice(door: Door): Person {
    const other = new Person(door);
    for (const [name, value] of this.#cookies) if (name.startsWith("__Host-device")) other.#cookies.set(name, value);
    return other;
  }

  private get origin(): string {
    return this.door.origin ?? new URL(this.door.address).origin;
  }

  private get endpoint(): string {
    return this.door.kind === "panel" ? "/api/trpc" : "/api/staff/trpc";
  }

  async #call(target: string, options: Ask): Promise<ProcedureAnswer> {
    const answer = await this.ask(target, options);
    const { result, error } = answer.json();
    return {
      status: answer.status,
      code: error?.json?.data?.code ?? (typeof error?.code === "string" ? error.code : null),
      data: result?.data?.json ?? null,
    };
  }
}

const toBody = (input?: object): string => superjson.stringify(input);
