import { describe, expect, test } from "vitest";
import { AppError } from "@/server/domain/errors";
import { requireGoodPassword } from "./shared/password-rules";

const about = ["ayse.yilmaz@shop.test", "Ayşe Yılmaz", "Defne Kitabevi"];

const findProblem = (password: string): string | undefined => {
  try {
    requireGoodPassword(password, about);
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(error.code).toBe("validation_error");
    return error.details.problem;
  }
};

describe("refused", () => {
  test.each(["", "a", "kalem42", "😀😀😀😀😀😀😀"])("too short: %s", (password) =>
    expect(findProblem(password)).toBe("password_short 8"),
  );

  test("longer than 256 characters", () => {
    expect(findProblem(`${"kale ".repeat(51)}x`)).toBeUndefined();
    expect(findProblem(`${"kale ".repeat(51)}xy`)).toBe("password_long 256");
  });

  test.each([
    "password1",
    "Password123!",
    "12345678",
    "87654321",
    "aaaaaaaa",
    "abcdefgh",
    "Galatasaray2026!",
    "PAROLA!!",
    "qwertyuiop",
    "aaaaaaaaaaaaaaa",
    "12345678901234567890",
    "Password1!Password",
    "şifre şifre şifre",
    "asdfghjklşizxcvbnmöç",
    "        x",
  ])("common: %s", (password) => expect(findProblem(password)).toBe("password_common"));

  test.each([
    "ayse.yilmaz@shop.test",
    "AYSE.YILMAZ",
    "Ayşe Yılmaz 1985",
    "defnekitabevi",
    "Kitabevi.34",
    "Vezne2026",
    "vezne!!!",
    "ayse.yilmaz@shop.test!2026",
  ])("a known fact about its owner: %s", (password) => expect(findProblem(password)).toBe("password_about"));
});

test.each(["ayse.yilmaz ayse.yilmaz 123456", "Defne-Yilmaz-1!", "shop.test.shop.test", "yilmaz@shop.2026"])(
  "refused because of the parts of facts: %s",
  (password) => expect(findProblem(password)).toMatch(/^password_(about|common)$/),
);

test.each([
  "😀".repeat(64),
  "correct horse battery staple",
  "kahve ve simit sabahı",
  "dört köşe yağmur",
  "x9#kQ2!v",
  "5501739264",
  "ayse yilmaz sabahları yüzer",
])("accepted: %s", (password) => expect(findProblem(password)).toBeUndefined());
