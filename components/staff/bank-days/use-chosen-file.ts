"use client";
import { type ChangeEvent, useRef, useState } from "react";
import { packFile } from "./pack-file";

type FileProblem = "missing" | "tooLarge" | "unreadable";

/** The longest name that is sent, in characters. */
const nameMax = 200;

/**
 * The file that a person chooses, packed when it is sent. Where it cannot be sent, its field gets the focus and the
 * problem.
 * @param onChange called when another file is chosen
 */
export function useChosenFile(onChange: () => void) {
  const field = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<FileProblem | null>(null);
  const refuse = (found: FileProblem) => {
    setProblem(found);
    field.current?.focus();
    return null;
  };
  return {
    field,
    problem,
    choose: (_event: ChangeEvent<HTMLInputElement>): void => {
      setProblem(null);
      onChange();
    },
    /** Returns what is sent of the file; null where it cannot be sent. */
    async pack(): Promise<{ readonly fileName: string; readonly contents: string } | null> {
      const chosen = field.current?.files?.[0];
      if (!chosen || chosen.size === 0) return refuse("missing");
      try {
        const contents = await packFile(chosen);
        return contents === null ? refuse("tooLarge") : { fileName: chosen.name.slice(-nameMax), contents };
      } catch {
        // The file was changed or removed after it was chosen.
        return refuse("unreadable");
      }
    },
  };
}
