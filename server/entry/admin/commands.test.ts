import { expect, test } from "vitest";
import { adminCommands, findCommand, usage } from "./commands";
import { optionForm } from "./options";

test("a command is found by its words, with the values that follow", () => {
  const found = findCommand(["webhook-secret", "activate", "prt_1"]);
  expect(found?.command.name).toBe("webhook-secret activate");
  expect(found?.values).toEqual(["prt_1"]);
  expect(findCommand(["keys", "status"])?.values).toEqual([]);
});

test.each([
  ["nothing", []],
  ["an unknown word", ["reboot"]],
  ["half a name", ["keys"]],
  ["a value too many", ["keys", "rotate", "now"]],
  ["a value too few", ["webhook-secret", "prepare"]],
])("%s is no command", (_, words) => {
  expect(findCommand(words)).toBeNull();
});

test("the usage names every command with its parameters and options, and its help", () => {
  const text = usage().replaceAll(/\n {8,}/g, "  ");
  const lines = text.split("\n").slice(1);
  expect(lines.map((line) => line.trim().split(/ {2,}/))).toEqual(
    adminCommands.map(({ name, parameters, options = [], help }) => [
      [name, ...parameters, ...options.map(optionForm)].join(" "),
      help,
    ]),
  );
});
