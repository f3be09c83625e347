import { readFileSync } from "node:fs";
import { type DigestedBinFile, readBinCsv } from "../entry/http/bin-csv";
import { LaunchFailure } from "../launch/failure";

/**
 * Reads a file of the BIN table.
 * @throws LaunchFailure when the file cannot be read or is not UTF-8
 */
export const readBinFile = (path: string): DigestedBinFile => {
  const file = readBinCsv(readBytes(path));
  if (file) return file;
  throw new LaunchFailure(`The file ${path} is not UTF-8. Save it as CSV in UTF-8.`);
};

const readBytes = (path: string): Buffer => {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new LaunchFailure(`The file ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
};
