import { Input } from "./controls";
import { Labelled } from "./field";

interface RangeFieldProps {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly value: number;
  /** The formatted value, shown next to the label and read by screen readers. */
  readonly text: string;
  readonly onChange: (value: number) => void;
}

/** A slider for a number; it also works with the keyboard. */
export function RangeField({ label, min, max, value, text, onChange }: RangeFieldProps) {
  return (
    <Labelled
      label={
        <span className="flex justify-between gap-2">
          {label} <span>{text}</span>
        </span>
      }
    >
      {(ids) => (
        <Input
          {...ids}
          type="range"
          className="h-9 w-full cursor-pointer accent-accent max-sm:h-11"
          aria-valuetext={text}
          {...{ min, max, value }}
          onChange={(event) => onChange(event.target.valueAsNumber)}
        />
      )}
    </Labelled>
  );
}
