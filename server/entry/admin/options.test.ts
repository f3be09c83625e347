import { expect, test } from "vitest";
import { AppError } from "@/server/domain/errors";
import { requireOption } from "./command";
import { optionForm, readOptions } from "./options";

const command = {
  name: "captures settle",
  options: [
    { name: "reason", value: "TEXT" },
    { name: "by", value: "EMAIL" },
    { name: "note", value: "TEXT", isOptional: true },
  ],
} as const;

const refusalOf = (...words: string[]): string => {
  try {
    return JSON.stringify(readOptions(command, words));
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    return (error as AppError).message;
  }
};

test("options stand before, between and after the values, with a space or an equals sign", () => {
  const read = readOptions(command, ["--by", "a@b.test", "pay_1", "--reason=seen at the bank", "captured"]);
  expect(read).toEqual({
    values: ["pay_1", "captured"],
    options: { by: "a@b.test", reason: "seen at the bank" },
  });
  expect(requireOption(read.options, "reason")).toBe("seen at the bank");
  expect(() => requireOption(read.options, "other")).toThrow("does not declare the option --other");
});

test("one that is not required may be left out or given; all are trimmed", () => {
  const read = readOptions(command, ["--reason", " x ", "--by", "b", "--note", "n"]);
  expect(read.options).toEqual({ reason: "x", by: "b", note: "n" });
});

test("words of a command without options stay as they are typed", () => {
  const words = ["prt_1", "--reason", "-1"];
  expect(readOptions({ name: "keys status" }, words)).toEqual({ values: words, options: {} });
});

test.each([
  ["a required one is missing", ["--reason", "x"], "the option --by EMAIL is required"],
  ["a value is blank", ["--reason", "  ", "--by", "b"], "the option --reason has an empty value"],
  ["one is given twice", ["--reason", "x", "--reason", "y"], "the option --reason is given more than once"],
  ["one is unknown", ["--reason", "x", "--by", "b", "--force"], "Unknown option '--force'"],
  ["a value is missing", ["--by", "b", "--reason"], "Option '--reason <value>' argument missing"],
])("refused in a sentence that names the command: %s", (_, words, sentence) => {
  expect(refusalOf(...words)).toBe(`captures settle: ${sentence}`);
});

test("the usage shows the value of each option, and brackets around one that is not required", () => {
  expect(command.options.map(optionForm)).toEqual(["--reason TEXT", "--by EMAIL", "[--note TEXT]"]);
});
