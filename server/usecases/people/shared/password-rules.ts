import { dictionary } from "@zxcvbn-ts/language-common";
import { AppError } from "@/server/domain/errors";
import { type FieldProblem, problem } from "@/server/domain/field-words";
import {
  isTrivialSequence,
  passwordLength,
  passwordMax,
  passwordMin,
  toBareLetters,
} from "@/server/domain/people/password";

/**
 * Refuses a password that is easy to guess (S11, ASVS 6.2): too short, on the list of common passwords, or a known fact
 * about its owner. It permits every character and requires no mixture of character classes.
 * @param about texts that the password may not be: e-mail address, names
 * @throws validation_error that says what is wrong
 */
export function requireGoodPassword(password: string, about: readonly string[]): void {
  const length = passwordLength(password);
  if (length < passwordMin) throw refused("password_short", passwordMin);
  if (length > passwordMax) throw refused("password_long", passwordMax);
  if (isCommon(password)) throw refused("password_common");
  if (isAbout(password, about)) throw refused("password_about");
}

const refused = (name: FieldProblem, ...numbers: number[]): AppError =>
  new AppError("validation_error", name, { problem: problem(name, ...numbers) });

/** The suffix that people add to a common password to satisfy a form: `password1`, `galatasaray2026!`. */
const tail = /[\d!?.*]{1,6}$/;

function isCommon(password: string): boolean {
  const lower = password.toLowerCase();
  const listed = commonPasswords();
  return isTrivialSequence(lower) || listed.has(lower) || listed.has(lower.replace(tail, ""));
}

function isAbout(password: string, about: readonly string[]): boolean {
  const letters = toBareLetters(password);
  const known = about.flatMap((text) => [text, text.split("@")[0] ?? "", ...text.split(/\s+/)]);
  return letters !== "" && [...known, "vezne"].some((text) => toBareLetters(text) === letters);
}

let common: ReadonlySet<string> | undefined;
const commonPasswords = (): ReadonlySet<string> => {
  common ??= new Set(dictionary["passwords-common"]);
  return common;
};
