import { expect, test } from "vitest";
import { AppError } from "@/server/domain/errors";
import { requireOption } from "./command";
import { formatOption, readOptions } from "./options";

const command = {
  name: "captures settle",
  options: [
    { name: "reason", value: "TEXT" },
    { name: "by", value: "EMAIL" },
    { name: "note", value: "TEXT", isOptional: true },
  ],
} as const;

const readRefusal = (...words: string[]): string => {
  try {
    return JSON.stringify(readOptions(command, words));
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    return (error as AppError).message;
  }
};

test("reads options before, between and after the values, with a space or an equals sign", () => {
  const read = readOptions(command, ["--by", "a@b.test", "pay_1", "--reason=seen at the bank", "captured"]);
  expect(read).toEqual({
    values: ["pay_1", "captured"],
    options: { by: "a@b.test", reason: "seen at the bank" },
  });
  expect(requireOption(read.options, "reason")).toBe("seen at the bank");
  expect(() => requireOption(read.options, "other")).toThrow("does not declare the option --other");
});

test("reads an optional option, and trims all values", () => {
  const read = readOptions(command, ["--reason", " x ", "--by", "b", "--note", "n"]);
  expect(read.options).toEqual({ reason: "x", by: "b", note: "n" });
});

test("does not change the words of a command without options", () => {
  const words = ["prt_1", "--reason", "-1"];
  expect(readOptions({ name: "keys status" }, words)).toEqual({ values: words, options: {} });
});

test.each([
  ["a required one is missing", ["--reason", "x"], "the option --by EMAIL is required"],
  ["a value is blank", ["--reason", "  ", "--by", "b"], "the option --reason has an empty value"],
  ["one is given twice", ["--reason", "x", "--reason", "y"], "the option --reason is given more than once"],
  ["one is unknown", ["--reason", "x", "--by", "b", "--force"], "Unknown option '--force'"],
  ["a value is missing", ["--by", "b", "--reason"], "Option '--reason <value>' argument missing"],
])("refuses with the name of the command when %s", (_, words, sentence) => {
  expect(readRefusal(...words)).toBe(`captures settle: ${sentence}`);
});

test("reads an option without a value as given or not, and refuses a value for it", () => {
  const job = { name: "retention", options: [{ name: "dry-run", value: null, isOptional: true }] } as const;
  expect(readOptions(job, ["--dry-run"])).toEqual({ values: [], options: { "dry-run": "yes" } });
  expect(readOptions(job, [])).toEqual({ values: [], options: {} });
  expect(() => readOptions(job, ["--dry-run=no"])).toThrow("retention: Option '--dry-run' does not take an argument");
  expect(job.options.map(formatOption)).toEqual(["[--dry-run]"]);
});

test("formats an option with its value, and an optional one in brackets", () => {
  expect(command.options.map(formatOption)).toEqual(["--reason TEXT", "--by EMAIL", "[--note TEXT]"]);
});
