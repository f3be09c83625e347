import { expect, test } from "vitest";
import { adminCommands, findCommand, formatUsage } from "./commands";
import { formatOption } from "./options";

test("finds a command by its words, with the values that follow", () => {
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
])("finds no command for %s", (_, words) => {
  expect(findCommand(words)).toBeNull();
});

test("lists every command with its parameters, options and help in the usage", () => {
  const text = formatUsage().replaceAll(/\n {8,}/g, "  ");
  const lines = text.split("\n").slice(1);
  expect(lines.map((line) => line.trim().split(/ {2,}/))).toEqual(
    adminCommands.map(({ name, parameters, options = [], help }) => [
      [name, ...parameters, ...options.map(formatOption)].join(" "),
      help,
    ]),
  );
});
