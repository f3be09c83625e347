import { describe, expect, test } from "vitest";
import { isPredictable } from "./password";
import { weighPassword } from "./password-weight";

const words = new Set(["password", "galatasaray", "sifre"]);
const weighWord = (text: string) => (words.has(text) ? 3 : 0);

describe("predictable at any length", () => {
  test.each([
    ["a row of one character", "aaaaaaaaaaaaaaa"],
    ["a long row of one character", "z".repeat(200)],
    ["the digits twice", "12345678901234567890"],
    ["the digits backwards", "09876543210987654321"],
    ["the alphabet", "abcdefghijklmnopqrstuvwxyz"],
    ["the Turkish alphabet", "abcçdefgğhıijklmnoöprsştuüvyz"],
    ["the Turkish alphabet backwards", "zyvüutşsrpöonmlkji"],
    ["two rows", "aaaaaaaa11111111"],
    ["a row with dressing", "1234567890!Ab"],
    ["keys of an English keyboard", "qwertyuiop[]asdfghjkl;'"],
    ["keys in capitals", "QWERTYUIOPASDFGHJKL"],
    ["columns of keys", "1qaz2wsx3edc4rfv"],
    ["columns upwards", "zaq1xsw2cde3"],
    ["keys of a Turkish Q keyboard", "qwertyuıopğüasdfghjklşi"],
    ["keys of a Turkish Q keyboard backwards", "üğpoıuytrewq"],
    ["keys of a Turkish F keyboard", "fgğıodrnhpuieaütkmlyş"],
    ["keys of a Turkish F keyboard in capitals", "FGĞIODRNHP"],
    ["digit keys with Shift", "!@#$%^&*()_+"],
    ["digit keys with Shift on a Turkish keyboard", "!'^+%&/()=?_"],
    ["a short unit repeated", "k7mk7mk7mk7mk7mk7m"],
    ["a unit of seven characters repeated", "kalem42kalem42kalem42"],
    ["a unit repeated with a rest", "x4pqx4pqx4pqx4"],
    ["a common word repeated around dressing", "Password1!Password"],
    ["a common word with much dressing", "P4ssw0rd!123!password"],
    ["two common words", "galatasarayşifre1905"],
    ["spaces with a letter", "               x"],
  ])("%s: %s", (_, password) => expect(isPredictable(password, weighWord)).toBe(true));
});

describe("not predictable", () => {
  test.each([
    "x9#kQ2!v",
    "5501739264",
    "correct horse battery staple",
    "kahve ve simit sabahı",
    "😀".repeat(64),
    "x9#kQ2!vx9#kQ2!v",
    "galatasaray maçı akşam sekizde",
    "qwerty klavyemin ilk harfleri",
  ])("%s", (password) => expect(isPredictable(password, weighWord)).toBe(false));
});

test.each([
  ["", 0],
  ["abc", 2],
  ["ab", 2],
  ["abcxabcy", 4],
  ["password", 3],
  ["Pässwörd7", 4],
  ["pasword", 7],
  ["password password-password", 5],
  ["1qaz2wsx3edc", 4],
])("%s weighs %i", (password, weight) => expect(weighPassword(password, weighWord)).toBe(weight));

test("the longest password is weighed at once", () => {
  const startedAt = performance.now();
  weighPassword(`${"qw1!x".repeat(50)}abcdqw`, weighWord);
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});
